package io.tidemark;

import io.tidemark.counters.Counters;
import io.tidemark.output.RejectReason;
import io.tidemark.process.KeyedProcess;
import io.tidemark.runtime.EntryWatch;
import io.tidemark.runtime.Lifecycle;
import io.tidemark.runtime.PublishPort;
import io.tidemark.runtime.Shell;
import io.tidemark.runtime.SideOutputs;
import io.tidemark.runtime.SlotLoop;
import io.tidemark.time.PartitionProfile;
import io.tidemark.time.PartitionView;
import io.tidemark.time.Profiles;
import io.tidemark.time.TimeStage;
import io.tidemark.window.WindowDefinition;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Runs a job: events go in through {@link #publisher}, results and side outputs come out through
 * the handlers of {@link EngineOptions}.
 *
 * <p>What a stage or handler throws first is kept, stops the engine, frees waiting publishers and
 * is thrown by every later publish and by {@link #close}: nothing dies silently.
 *
 * <p>Any thread, unless a method says otherwise.
 *
 * @param <E> the type of event
 */
public final class Engine<E extends Event> implements AutoCloseable {
  private final Lifecycle lifecycle;
  private final Counters counters;
  private final SlotLoop<E> loop;
  private final Shell<E> shell;
  private final SideOutputs<E> side;
  private final Stamping stamping;
  private final Optional<Supplier<EntryWatch>> entries;
  private final Duration closeTimeout;
  private final Publisher<E> publisher;
  private final Explanation explanation;
  private volatile boolean halted;

  private Engine(Job<E> job, EngineOptions<E> options) {
    this.lifecycle = new Lifecycle(job.name, options.checksThreads);
    this.counters =
        new Counters(
            RejectReason.count(),
            job.windows().stream().map(WindowDefinition::name).toList(),
            job.processes().stream().map(KeyedProcess::name).toList());
    Assembly<E> assembly = new Assembly<>(job, options, lifecycle, counters);
    this.stamping = assembly.stamping();
    this.entries = assembly.entries();
    this.side = assembly.side();
    this.loop = assembly.loop();
    this.shell = assembly.shell();
    this.closeTimeout = options.closeTimeout;
    this.explanation = new Explanation(job, loop.partitions());
    this.publisher = addPublisher();
    start(assembly);
  }

  /** Starts an engine for this job. */
  public static <E extends Event> Engine<E> start(Job<E> job, EngineOptions<E> options) {
    return new Engine<>(job, options);
  }

  /** How events and time get in; always the same one, for one thread. */
  public Publisher<E> publisher() {
    return publisher;
  }

  /**
   * Adds a publisher, for another thread. In layout inline all publishers are for one thread.
   *
   * @throws IllegalStateException when the engine has failed or is closed
   */
  public Publisher<E> addPublisher() {
    lifecycle.checkOpen();
    PublishPort<E> port = shell.addPort();
    entries.ifPresent(watches -> port.measureBy(watches.get()));
    return new Publisher<>(port, stamping);
  }

  /**
   * The merged watermark, as the stages last told it; {@code Long.MIN_VALUE} for none yet, and
   * always in processing time. What was fired for it has been handed out.
   */
  public long watermark() {
    return loop.watermark().value();
  }

  /**
   * Whether results of a larger watermark are being handed out, or sessions closed, in slices
   * between events; any thread. Events that count as accepted have led to all their results when it
   * is false.
   */
  public boolean isFiring() {
    return loop.watermark().isFiring();
  }

  /** Each partition's watermark and state, and which one holds the merged watermark. */
  public PartitionView partitions() {
    return loop.partitions();
  }

  /**
   * Why windows do not fire, for people to read: where the watermark stands, which partition holds
   * it there and how far it is behind the others, and what would free it. Any thread; it looks at
   * all partitions, and costs the engine nothing.
   */
  public String explain() {
    return explanation.of(watermark());
  }

  /**
   * What was measured of a partition: its delay, disorder and clock. Empty where it has had no
   * event, has left, or partitions are not measured, {@link EngineOptions#measurePartitions}.
   *
   * <p>Cost: copies histograms; the engine goes on meanwhile.
   */
  public Optional<PartitionProfile> profile(int partition) {
    Profiles profiles = loop.profiles();
    return profiles == null ? Optional.empty() : profiles.of(partition);
  }

  /**
   * Waits until the merged watermark is this large or larger; what was fired for it has been handed
   * out then. In layout inline another thread has to publish meanwhile.
   *
   * @return false when the time-out is over, or when the engine was halted short of it
   * @throws io.tidemark.runtime.EngineFailedException when the engine has failed short of it
   * @throws IllegalStateException when called from a handler of this engine, or in processing time
   */
  public boolean awaitWatermark(long watermark, Duration timeout) throws InterruptedException {
    if (shell.isOwnThread()) {
      throw lifecycle.awaitFromHandler();
    }
    stamping.checkWatermarks();
    long timeoutNs = TimeStage.saturatedNanos(timeout);
    boolean reached = loop.watermark().await(watermark, timeoutNs, this::willNotMove);
    if (!reached) {
      lifecycle.checkNotFailed();
    }
    return reached;
  }

  /** What the engine counts. */
  public Counters counters() {
    return counters;
  }

  /**
   * What stopped the engine, or null; where code of the user's threw, a {@link
   * io.tidemark.runtime.UserCodeException}, or a {@link io.tidemark.process.ProcessException} for a
   * timer, with the cause.
   */
  public Throwable failure() {
    return lifecycle.failure();
  }

  /** {@link #close(Duration)} with the time-out of the options. */
  @Override
  public void close() {
    close(closeTimeout);
  }

  /**
   * Takes what has been published, ends the input, so that the watermark goes to the end of time
   * and all windows fire, and stops. Closing again does nothing more.
   *
   * @param timeout how long to wait for handlers that do not return
   * @throws io.tidemark.runtime.EngineFailedException when the engine has failed, before or now
   * @throws IllegalStateException when it took longer; it says how many slots were not taken. Or
   *     when called from a handler of this engine, which may only {@link #halt} it
   */
  public void close(Duration timeout) {
    if (shell.isOwnThread()) {
      throw lifecycle.closeFromHandler();
    }
    if (lifecycle.close()) {
      long timeoutNs = TimeStage.saturatedNanos(timeout);
      long deadline = System.nanoTime() + timeoutNs;
      drain(timeoutNs);
      drainSide(deadline);
      lifecycle.checkNotFailed();
    }
  }

  /**
   * Stops at once: no window fires, a firing under way ends where it is, what is open is gone.
   * Returns without waiting.
   */
  public void halt() {
    halted = true;
    lifecycle.close();
    shell.halt();
    if (side != null) {
      side.halt();
    }
  }

  /**
   * Stops at once, as {@link #halt()} does, and waits for the handler under way, if any: after it
   * none is called. Not from a handler.
   *
   * @return whether the engine's threads have ended in time
   */
  public boolean halt(Duration timeout) {
    if (shell.isOwnThread()) {
      throw lifecycle.closeFromHandler();
    }
    halt();
    long timeoutNs = TimeStage.saturatedNanos(timeout);
    long deadline = System.nanoTime() + timeoutNs;
    return shell.awaitEnd(timeoutNs)
        && (side == null || side.awaitEnd(Math.max(deadline - System.nanoTime(), 0)));
  }

  private boolean willNotMove() {
    return halted || lifecycle.failure() != null;
  }

  private void start(Assembly<E> assembly) {
    try {
      assembly.start();
    } catch (Throwable thrown) {
      halt();
      throw thrown;
    }
  }

  private void drain(long timeoutNs) {
    try {
      shell.drain(timeoutNs);
    } catch (IllegalStateException notDrained) {
      if (side != null) {
        side.halt();
      }
      throw notDrained;
    }
  }

  private void drainSide(long deadline) {
    if (side != null && !side.drain(Math.max(deadline - System.nanoTime(), 0))) {
      side.halt();
      throw lifecycle.notDrained(side.waiting() + " side outputs were not handed out");
    }
  }
}
