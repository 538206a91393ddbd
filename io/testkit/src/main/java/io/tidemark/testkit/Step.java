package io.tidemark.testkit;

import io.tidemark.Event;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import java.util.List;
import java.util.function.Consumer;

/** One thing that happens, and what is expected of it. */
final class Step<E extends Event> {
  static final int NO_PARTITION = -1;

  /** What a step is. */
  enum Kind {
    EVENT,
    CONTROL,
    CLOSE
  }

  private final Kind kind;
  private final int partition;
  private final String text;
  private final long nowNs;
  private final Consumer<? super E> filler;
  private final Consumer<Publisher<E>> action;
  private final RejectReason rejected;

  /** Null: not checked. */
  private Long watermark;

  /** Null: not checked. */
  private List<String> out;

  /**
   * A step of which nothing is expected yet.
   *
   * @param filler of an event, else null
   * @param action of a control item, else null
   * @param rejected why its source rejects an event, else null
   */
  Step(
      Kind kind,
      int partition,
      String text,
      long nowNs,
      Consumer<? super E> filler,
      Consumer<Publisher<E>> action,
      RejectReason rejected) {
    this.kind = kind;
    this.partition = partition;
    this.text = text;
    this.nowNs = nowNs;
    this.filler = filler;
    this.action = action;
    this.rejected = rejected;
  }

  Kind kind() {
    return kind;
  }

  int partition() {
    return partition;
  }

  /** What stands in a timeline. */
  String text() {
    return text;
  }

  long nowNs() {
    return nowNs;
  }

  /** Fills an event. */
  void fill(E event) {
    filler.accept(event);
  }

  /** Says a control item. */
  void say(Publisher<E> publisher) {
    action.accept(publisher);
  }

  /** Why its source rejects the event, or null. */
  RejectReason rejected() {
    return rejected;
  }

  void expectWatermark(long expected) {
    watermark = expected;
  }

  void expectOut(List<String> expected) {
    out = expected;
  }

  /** The watermark expected after it; null: not checked. */
  Long watermark() {
    return watermark;
  }

  /** What is expected to come out; null: not checked. */
  List<String> out() {
    return out;
  }
}
