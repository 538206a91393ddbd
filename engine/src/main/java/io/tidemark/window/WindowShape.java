package io.tidemark.window;

import io.tidemark.aggregate.Value;
import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The shape of a definition's windows. Immutable. */
sealed interface WindowShape
    permits WindowShape.Tumbling,
        WindowShape.Sliding,
        WindowShape.Session,
        WindowShape.DynamicSession,
        CumulativeShape,
        CalendarShape,
        ExchangeShape,
        GlobalShape,
        CountShape,
        RollingShape {

  /**
   * Windows of one size, side by side: [offset + k × size, offset + (k + 1) × size).
   *
   * @param size their length
   * @param offset where they begin
   * @param includesEnd whether they are (start, end]
   */
  record Tumbling(Duration size, Duration offset, boolean includesEnd) implements WindowShape {
    @Override
    public void check(String setting, TimeUnit unit) {
      ShapeChecks.positive(size, unit, setting + ".size");
      ShapeChecks.offset(offset, "size", size, unit, setting);
    }

    @Override
    public WindowShape withOffset(Duration newOffset) {
      return new Tumbling(size, newOffset, includesEnd);
    }

    @Override
    public WindowShape withEndIncluded() {
      return new Tumbling(size, offset, true);
    }

    @Override
    public long smallestTimestamp(TimeUnit unit) {
      return assigner(unit).smallestTimestamp();
    }

    @Override
    public long largestTimestamp(TimeUnit unit) {
      return assigner(unit).largestTimestamp();
    }

    @Override
    public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
      TumblingAssigner assigner = assigner(setup.unit());
      return setup.hasTriggers()
          ? new TriggeredOperator(setup, assigner, deadline)
          : new TumblingOperator(
              setup, assigner, Durations.inUnit(size, setup.unit(), "size"), deadline);
    }

    private TumblingAssigner assigner(TimeUnit unit) {
      return new TumblingAssigner(
          Durations.inUnit(size, unit, "size"),
          Durations.inUnit(offset, unit, "offset"),
          includesEnd ? 1 : 0);
    }
  }

  /**
   * Windows of one size that begin every slide: [offset + k × slide, offset + k × slide + size).
   *
   * @param size their length
   * @param slide from the start of one to the start of the next
   * @param offset where they begin
   * @param includesEnd whether they are (start, end]
   */
  record Sliding(Duration size, Duration slide, Duration offset, boolean includesEnd)
      implements WindowShape {
    @Override
    public void check(String setting, TimeUnit unit) {
      ShapeChecks.positive(size, unit, setting + ".size");
      ShapeChecks.positive(slide, unit, setting + ".slide");
      ShapeChecks.offset(offset, "slide", slide, unit, setting);
    }

    @Override
    public WindowShape withOffset(Duration newOffset) {
      return new Sliding(size, slide, newOffset, includesEnd);
    }

    @Override
    public WindowShape withEndIncluded() {
      return new Sliding(size, slide, offset, true);
    }

    @Override
    public long smallestTimestamp(TimeUnit unit) {
      return assigner(unit).smallestTimestamp();
    }

    @Override
    public long largestTimestamp(TimeUnit unit) {
      return assigner(unit).largestTimestamp();
    }

    @Override
    public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
      SlidingAssigner assigner = assigner(setup.unit());
      // A single firing, when they close, can do with panes as the default ones do.
      boolean firesBetween = setup.hasTriggers() && !setup.triggers().finalOnly();
      return firesBetween
          ? new TriggeredOperator(setup, assigner, deadline)
          : SlidingOperator.of(setup, assigner, deadline);
    }

    SlidingAssigner assigner(TimeUnit unit) {
      return new SlidingAssigner(
          Durations.inUnit(size, unit, "size"),
          Durations.inUnit(slide, unit, "slide"),
          Durations.inUnit(offset, unit, "offset"),
          includesEnd ? 1 : 0);
    }
  }

  /**
   * Sessions: [first event, last event + gap), events at most the gap apart.
   *
   * @param gap how long nothing has to happen
   */
  record Session(Duration gap) implements WindowShape {
    @Override
    public void check(String setting, TimeUnit unit) {
      ShapeChecks.positive(gap, unit, setting + ".gap");
    }

    @Override
    public WindowShape withOffset(Duration newOffset) {
      throw ShapeChecks.noOffset(newOffset, ShapeChecks.SESSIONS);
    }

    @Override
    public WindowShape withEndIncluded() {
      throw ShapeChecks.noBoundaries(ShapeChecks.SESSIONS);
    }

    @Override
    public long smallestTimestamp(TimeUnit unit) {
      return Long.MIN_VALUE + 1;
    }

    @Override
    public long largestTimestamp(TimeUnit unit) {
      return Long.MAX_VALUE - Durations.inUnit(gap, unit, "gap");
    }

    @Override
    public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
      long length = Durations.inUnit(gap, setup.unit(), "gap");
      return SessionOperator.of(setup, SessionGap.fixed(length), deadline);
    }
  }

  /**
   * Sessions whose gap each event brings along.
   *
   * @param <E> the type of event
   * @param gap reads it, in the unit of timestamps; more than 0
   */
  record DynamicSession<E>(Value<E> gap) implements WindowShape {
    @Override
    public void check(String setting, TimeUnit unit) {
      // The gaps are seen with the events only.
    }

    @Override
    public WindowShape withOffset(Duration newOffset) {
      throw ShapeChecks.noOffset(newOffset, ShapeChecks.SESSIONS);
    }

    @Override
    public WindowShape withEndIncluded() {
      throw ShapeChecks.noBoundaries(ShapeChecks.SESSIONS);
    }

    @Override
    public long smallestTimestamp(TimeUnit unit) {
      return Long.MIN_VALUE + 1;
    }

    @Override
    public long largestTimestamp(TimeUnit unit) {
      return Long.MAX_VALUE - 1;
    }

    @Override
    public WindowOperator operator(OperatorSetup setup, Deadline deadline) {
      return SessionOperator.of(setup, SessionGap.ofValue(setup.gapAt()), deadline);
    }
  }

  /**
   * Checks the lengths in this unit.
   *
   * @param setting names the definition in errors
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  void check(String setting, TimeUnit unit);

  /**
   * The same windows shifted.
   *
   * @throws IllegalArgumentException when windows of this shape have no offset
   */
  WindowShape withOffset(Duration newOffset);

  /**
   * The same windows as (start, end].
   *
   * @throws IllegalArgumentException when windows of this shape have no boundaries to choose
   */
  WindowShape withEndIncluded();

  /** Whether windows are (start, end], as told to results; then operators work a unit later. */
  default boolean includesEnd() {
    return false;
  }

  /** The smallest timestamp whose windows all fit in 64 bits. */
  long smallestTimestamp(TimeUnit unit);

  /** The largest timestamp whose windows all fit in 64 bits. */
  long largestTimestamp(TimeUnit unit);

  /** Whether such windows can fire otherwise than by default. */
  default boolean takesTriggers() {
    return true;
  }

  /** Whether windows close as time passes, before its end. */
  default boolean closesByTime() {
    return true;
  }

  /** Makes the operator that runs such windows. */
  WindowOperator operator(OperatorSetup setup, Deadline deadline);
}
