package io.tidemark.testkit;

import static java.util.Objects.requireNonNull;

import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;

/**
 * What happens to a job, step by step, and what is to come of each step. See the package for a
 * tour.
 *
 * <p>The script's clock begins at 0 and moves only by {@link #clock}, {@link #tick} and timelines.
 * Events arrive at the time it shows.
 *
 * <p>What comes out is written as texts, in the order in which it came: a result as {@code
 * WindowResult.toString} has it, a late event as {@code late WINDOW KEY TIMESTAMP@WATERMARK}, a
 * rejected one as {@code rejected REASON}.
 *
 * <p>One thread. A script may be run again: each run starts engines of its own.
 *
 * @param <E> the type of event
 */
public final class JobScript<E extends Event> {
  private final Job<E> job;
  private final List<Step<E>> steps = new ArrayList<>();
  private long nowNs;

  private JobScript(Job<E> job) {
    this.job = requireNonNull(job, "job");
  }

  /** A script in which nothing happens yet. */
  public static <E extends Event> JobScript<E> of(Job<E> job) {
    return new JobScript<>(job);
  }

  /** An event of the partition arrives now; {@code filler} fills its fields. */
  public JobScript<E> event(int partition, Consumer<? super E> filler) {
    return event(partition, "event", filler);
  }

  /** The same; timelines show it as {@code text}. */
  public JobScript<E> event(int partition, String text, Consumer<? super E> filler) {
    return add(new Step<>(Step.Kind.EVENT, checked(partition), text, nowNs, filler, null, null));
  }

  /** Something of the partition arrives now that its source could not read. */
  public JobScript<E> reject(int partition, RejectReason reason) {
    String text = "reject=" + reason.text();
    return add(
        new Step<>(Step.Kind.EVENT, checked(partition), text, nowNs, event -> {}, null, reason));
  }

  /** The clock shows this from now on, since the start; the engine is not told. */
  public JobScript<E> clock(Duration sinceStart) {
    nowNs = sinceStart.toNanos();
    return this;
  }

  /** The clock shows this from now on, since the start, and ticks: time has passed until then. */
  public JobScript<E> tick(Duration sinceStart) {
    clock(sinceStart);
    long now = nowNs;
    return add(control(Step.NO_PARTITION, "tick", publisher -> publisher.tick(now)));
  }

  /** The partition says that it has nothing to say for now. */
  public JobScript<E> idle(int partition) {
    return add(control(checked(partition), "idle", publisher -> publisher.idle(partition)));
  }

  /** The partition gives a sign of life. */
  public JobScript<E> active(int partition) {
    long now = nowNs;
    return add(
        control(checked(partition), "active", publisher -> publisher.active(partition, now)));
  }

  /** No more events of the partition, ever. */
  public JobScript<E> end(int partition) {
    return add(control(checked(partition), "end", publisher -> publisher.end(partition)));
  }

  /** The partition is gone and may join again. */
  public JobScript<E> leave(int partition) {
    return add(control(checked(partition), "leave", publisher -> publisher.leave(partition)));
  }

  /** The partition's source says that no more events at or below this are expected. */
  public JobScript<E> watermark(int partition, long watermark) {
    return add(
        control(
            checked(partition),
            "watermark=" + watermark,
            publisher -> publisher.watermark(partition, watermark)));
  }

  /** The end of input: all windows fire. Nothing can happen after it. */
  public JobScript<E> close() {
    return add(new Step<>(Step.Kind.CLOSE, Step.NO_PARTITION, "close", nowNs, null, null, null));
  }

  /**
   * Adds the steps of a timeline. Its first line names the columns: {@code clock}, partitions
   * {@code p0}, {@code p1}, …, and if wanted {@code watermark} and {@code out}; columns are
   * separated by {@code |}. Each further line is something that happens, from the top down:
   *
   * <ul>
   *   <li>clock: the time since the start (a number of ms, or with a unit: {@code 5s}, {@code
   *       250us}), or {@code close}; empty: as before. A line with a time and nothing else ticks
   *   <li>a partition: {@code idle}, {@code active}, {@code end}, {@code leave}, {@code
   *       watermark=N}, {@code reject=REASON}, or an event, which {@code filler} fills by the text
   *       of the cell; at most one partition in a line
   *   <li>watermark: the merged watermark after it: a number, {@code none} or {@code end}; empty:
   *       not checked
   *   <li>out: all that it brings out, separated by {@code ;}, in a timeline with this column
   * </ul>
   *
   * @throws IllegalArgumentException names the line, the text and what is expected
   */
  public JobScript<E> timeline(String timeline, BiConsumer<? super E, String> filler) {
    new TimelineReader<>(this, filler).read(timeline);
    return this;
  }

  /** The merged watermark after the last step. */
  public JobScript<E> expectWatermark(long watermark) {
    last().expectWatermark(watermark);
    return this;
  }

  /** There is no merged watermark after the last step. */
  public JobScript<E> expectNoWatermark() {
    return expectWatermark(Long.MIN_VALUE);
  }

  /** All that comes out in the last step, in order; nothing where no text is given. */
  public JobScript<E> expect(String... texts) {
    last().expectOut(List.of(texts));
    return this;
  }

  /**
   * Plays the script in every layout and batch size.
   *
   * @throws AssertionError when one of them does not do as expected: it shows the timeline
   */
  public void run() {
    Outcome reference = Player.play(job, steps, Mode.REFERENCE);
    Checks.asExpected(job, steps, reference);
    for (Mode mode : Mode.others()) {
      Checks.same(job, steps, reference, Player.play(job, steps, mode));
    }
  }

  /** The same as tests of their own, one for each layout and batch size, for a TestFactory. */
  public Stream<DynamicTest> tests() {
    return Stream.concat(
        Stream.of(
            DynamicTest.dynamicTest(
                Mode.REFERENCE.toString(),
                () -> Checks.asExpected(job, steps, Player.play(job, steps, Mode.REFERENCE)))),
        Mode.others().stream()
            .map(
                mode ->
                    DynamicTest.dynamicTest(
                        mode.toString(),
                        () ->
                            Checks.same(
                                job,
                                steps,
                                Player.play(job, steps, Mode.REFERENCE),
                                Player.play(job, steps, mode)))));
  }

  private Step<E> control(int partition, String text, Consumer<Publisher<E>> action) {
    return new Step<>(Step.Kind.CONTROL, partition, text, nowNs, null, action, null);
  }

  private JobScript<E> add(Step<E> step) {
    if (!steps.isEmpty() && last().kind() == Step.Kind.CLOSE) {
      throw new IllegalStateException("script: " + step.text() + " after close");
    }
    steps.add(step);
    return this;
  }

  private static int checked(int partition) {
    if (partition < 0) {
      throw new IllegalArgumentException("partition: " + partition + "; expected 0 or more");
    }
    return partition;
  }

  private Step<E> last() {
    if (steps.isEmpty()) {
      throw new IllegalStateException("script: something is expected before anything happened");
    }
    return steps.get(steps.size() - 1);
  }
}
