package io.tidemark.bench.timer;

import java.util.function.Supplier;

/** The sets that compete; a constant's name is its name as a benchmark parameter. */
public enum TimerKind {
  /** The engine's own: an indexed 4-ary heap. */
  HEAP(HeapTimers::new),

  /** Hierarchical timing wheels. */
  WHEEL(WheelTimers::new),

  /** The JDK's tree and map. */
  TREE(TreeTimers::new);

  private final Supplier<TimerSet> constructor;

  TimerKind(Supplier<TimerSet> constructor) {
    this.constructor = constructor;
  }

  TimerSet create() {
    return constructor.get();
  }
}
