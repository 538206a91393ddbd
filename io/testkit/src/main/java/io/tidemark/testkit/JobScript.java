package io.tidemark.testkit;

import static java.util.Objects.requireNonNull;

import io.tidemark.Event;
import io.tidemark.Job;
import io.tidemark.journal.EventCodec;
import io.tidemark.output.RejectReason;
import io.tidemark.time.SlotKind;
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
 * Events arrive at the time it shows. It is the engine's own clock, made of a monotonic one that
 * the script moves and of a wall clock that it may set, {@link #wallClock}.
 *
 * <p>What comes out is written as texts, in the order in which it came: a result as {@code
 * WindowResult.toString} has it, a row of a process as {@code ProcessResult.toString}, a late event
 * as {@code late WINDOW KEY TIMESTAMP@WATERMARK}, a rejected one as {@code rejected REASON}.
 *
 * <p>One thread. A script may be run again: each run starts engines of its own.
 *
 * @param <E> the type of event
 */
public final class JobScript<E extends Event> {
  private final Job<E> job;
  private final List<Step<E>> steps = new ArrayList<>();
  private EventCodec<E> codec;
  private long nowNs;

  private JobScript(Job<E> job) {
    this.job = requireNonNull(job, "job");
  }

  /** A script in which nothing happens yet. */
  public static <E extends Event> JobScript<E> of(Job<E> job) {
    return new JobScript<>(job);
  }

  /**
   * The script is also kept in a journal on disk and replayed from there, which needs the JVM flags
   * that {@code conf/jvm.args} lists.
   *
   * @param eventCodec writes the events and reads them back
   */
  public JobScript<E> replayedWith(EventCodec<E> eventCodec) {
    codec = requireNonNull(eventCodec, "codec");
    return this;
  }

  /** An event of the partition arrives now; {@code filler} fills its fields. */
  public JobScript<E> event(int partition, Consumer<? super E> filler) {
    return event(partition, "event", filler);
  }

  /** The same; timelines show it as {@code text}. */
  public JobScript<E> event(int partition, String text, Consumer<? super E> filler) {
    return add(Step.event(checked(partition), text, nowNs, filler));
  }

  /** Something of the partition arrives now that its source could not read. */
  public JobScript<E> reject(int partition, RejectReason reason) {
    return add(Step.rejected(checked(partition), nowNs, reason));
  }

  /** The clock shows this from now on, since the start; the engine is not told. */
  public JobScript<E> clock(Duration sinceStart) {
    nowNs = sinceStart.toNanos();
    return this;
  }

  /** The clock shows this from now on, since the start, and ticks: time has passed until then. */
  public JobScript<E> tick(Duration sinceStart) {
    clock(sinceStart);
    return add(Step.control(SlotKind.TICK, Step.NO_PARTITION, "tick", nowNs, 0));
  }

  /** Someone sets the wall clock by so much, forward or back: nothing is to come of it. */
  public JobScript<E> wallClock(Duration by) {
    String text = "wall" + TimelineWriter.signed(by.toNanos());
    return add(Step.of(Step.Kind.WALL_CLOCK, text, nowNs, by.toNanos()));
  }

  /** The partition says that it has nothing to say for now. */
  public JobScript<E> idle(int partition) {
    return control(SlotKind.IDLE, partition, "idle", 0);
  }

  /** The partition gives a sign of life. */
  public JobScript<E> active(int partition) {
    return control(SlotKind.ACTIVE, partition, "active", 0);
  }

  /** No more events of the partition, ever. */
  public JobScript<E> end(int partition) {
    return control(SlotKind.END, partition, "end", 0);
  }

  /** The partition is gone and may join again. */
  public JobScript<E> leave(int partition) {
    return control(SlotKind.LEAVE, partition, "leave", 0);
  }

  /** The partition's source says that no more events at or below this are expected. */
  public JobScript<E> watermark(int partition, long watermark) {
    String text = "watermark=" + TimelineWriter.text(watermark);
    return control(SlotKind.WATERMARK, partition, text, watermark);
  }

  /** The end of input: all windows fire. Nothing can happen after it. */
  public JobScript<E> close() {
    return add(Step.of(Step.Kind.CLOSE, "close", nowNs, 0));
  }

  /**
   * Adds the steps of a timeline. Its first line names the columns: {@code clock}, partitions
   * {@code p0}, {@code p1}, …, and if wanted {@code watermark} and {@code out}; columns are
   * separated by {@code |}. Each further line is something that happens, from the top down:
   *
   * <ul>
   *   <li>clock: the time since the start (a number of ms, or with a unit: {@code 5s}, {@code
   *       250us}), or {@code close}, or {@code wall+1h} and {@code wall-1h} for someone who sets
   *       the wall clock; empty: as before. A line with a time and nothing else ticks
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
   * Plays the script in every layout, batch limit and claim, and replays it if a codec was given.
   *
   * @throws AssertionError when one of them does not do as expected: it shows the timeline
   */
  public void run() {
    Outcome reference = Player.play(job, steps, Mode.REFERENCE);
    Checks.asExpected(job, steps, reference);
    for (Mode mode : Mode.others()) {
      Checks.same(job, steps, reference, Player.play(job, steps, mode));
    }
    if (codec != null) {
      replay(Mode.replays());
    }
  }

  /** The same as tests of their own, one for each of them, for a TestFactory. */
  public Stream<DynamicTest> tests() {
    Stream<DynamicTest> reference =
        Stream.of(
            DynamicTest.dynamicTest(
                Mode.REFERENCE.toString(), () -> Checks.asExpected(job, steps, reference())));
    Stream<DynamicTest> others =
        Mode.others().stream()
            .map(
                mode ->
                    DynamicTest.dynamicTest(
                        mode.toString(),
                        () -> Checks.same(job, steps, reference(), Player.play(job, steps, mode))));
    Stream<DynamicTest> replays =
        Mode.replays().stream()
            .filter(mode -> codec != null)
            .map(mode -> DynamicTest.dynamicTest(Replay.name(mode), () -> replay(List.of(mode))));
    return Stream.of(reference, others, replays).flatMap(tests -> tests);
  }

  private Outcome reference() {
    return Player.play(job, steps, Mode.REFERENCE);
  }

  private void replay(List<Mode> modes) {
    try (Replay<E> replay = new Replay<>(job, steps, codec)) {
      Outcome recorded = replay.record();
      Checks.asExpected(job, steps, recorded);
      for (Mode mode : modes) {
        Checks.same(job, steps, recorded, replay.play(mode));
      }
    }
  }

  private JobScript<E> control(byte kind, int partition, String text, long watermark) {
    return add(Step.control(kind, checked(partition), text, nowNs, watermark));
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
