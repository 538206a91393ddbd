package io.tidemark.testkit;

import io.tidemark.Event;
import io.tidemark.output.RejectReason;
import io.tidemark.time.SlotKind;
import java.util.List;
import java.util.function.Consumer;

/** One thing that happens, and what is expected of it. */
final class Step<E extends Event> {
  static final int NO_PARTITION = -1;

  /** What a step is. */
  enum Kind {
    EVENT,
    CONTROL,
    /** Someone sets the wall clock. */
    WALL_CLOCK,
    CLOSE
  }

  private final Kind kind;
  private final int partition;
  private final String text;
  private final long nowNs;
  private final Consumer<? super E> filler;
  private final byte slotKind;
  private final long value;
  private final RejectReason rejected;

  /** Null: not checked. */
  private Long watermark;

  /** Null: not checked. */
  private List<String> out;

  private Step(
      Kind kind,
      int partition,
      String text,
      long nowNs,
      Consumer<? super E> filler,
      byte slotKind,
      long value,
      RejectReason rejected) {
    this.kind = kind;
    this.partition = partition;
    this.text = text;
    this.nowNs = nowNs;
    this.filler = filler;
    this.slotKind = slotKind;
    this.value = value;
    this.rejected = rejected;
  }

  /** An event, of which nothing is expected yet; the same of all others. */
  static <E extends Event> Step<E> event(
      int partition, String text, long nowNs, Consumer<? super E> filler) {
    return new Step<>(Kind.EVENT, partition, text, nowNs, filler, SlotKind.EVENT, 0, null);
  }

  /** An event that its source rejects. */
  static <E extends Event> Step<E> rejected(int partition, long nowNs, RejectReason reason) {
    return new Step<>(
        Kind.EVENT,
        partition,
        "reject=" + reason.text(),
        nowNs,
        event -> {},
        SlotKind.REJECTED,
        0,
        reason);
  }

  /**
   * A control item.
   *
   * @param watermark of one that gives a watermark
   */
  static <E extends Event> Step<E> control(
      byte slotKind, int partition, String text, long nowNs, long watermark) {
    return new Step<>(Kind.CONTROL, partition, text, nowNs, null, slotKind, watermark, null);
  }

  /** Something that happens to the engine as a whole. */
  static <E extends Event> Step<E> of(Kind kind, String text, long nowNs, long value) {
    return new Step<>(kind, NO_PARTITION, text, nowNs, null, SlotKind.TICK, value, null);
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

  /** What a slot of it carries. */
  byte slotKind() {
    return slotKind;
  }

  /** The watermark that is given, or by how much the wall clock is set. */
  long value() {
    return value;
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
