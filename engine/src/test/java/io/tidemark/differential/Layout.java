package io.tidemark.differential;

import io.tidemark.EngineOptions;
import java.util.function.Supplier;

/** The engine's layouts. All of them must give the same. */
enum Layout {
  INLINE(true, EngineOptions::inline),

  /**
   * Time is an input here too: no ticker. The ring has room for a whole script: nobody waits.
   * Firings in one go, as results are compared in their order.
   */
  FUSED(
      false,
      () ->
          EngineOptions.<ScriptEvent>fused()
              .withoutTicker()
              .ringSize(1024)
              .firingSlice(Integer.MAX_VALUE)),

  /** Firings in very small slices: other results may come in between. */
  INLINE_IN_SLICES(true, () -> EngineOptions.<ScriptEvent>inline().firingSlice(1)),

  FUSED_IN_SLICES(
      false,
      () -> EngineOptions.<ScriptEvent>fused().withoutTicker().ringSize(1024).firingSlice(2));

  private final boolean synchronous;
  private final Supplier<EngineOptions<ScriptEvent>> options;

  Layout(boolean synchronous, Supplier<EngineOptions<ScriptEvent>> options) {
    this.synchronous = synchronous;
    this.options = options;
  }

  /** Whether results come in their order; else only the revisions of each row do. */
  boolean keepsOrder() {
    return this == INLINE || this == FUSED;
  }

  /** Whether all that a publish leads to has been handed out when it returns. */
  boolean isSynchronous() {
    return synchronous;
  }

  EngineOptions<ScriptEvent> options() {
    return options.get();
  }
}
