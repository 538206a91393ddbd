package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Clock, partitions and the merged watermark.
 *
 * <p>The clock starts at the first event's arrival; ticks fall at start + k x interval. Before an
 * event, all ticks up to its arrival are run, in order. A tick looks which partitions are idle, and
 * merges the watermark. Events and control steps merge it too, unless the job is periodic: then
 * their effect shows at the next tick.
 */
final class TimeModel {

  /** What is known of a partition that takes part. */
  private static final class Partition {
    /** Its largest timestamp; null before its first event. */
    Long largest;

    /** When it last gave a sign of life, in ns; null: not since the clock started. */
    BigInteger lastSign;

    /** Left out of the minimum until its next sign of life. */
    boolean idle;
  }

  private final Settings settings;
  private final Map<Integer, Partition> partitions = new TreeMap<>();
  private final List<Moment> moments = new ArrayList<>();

  /** The first event's arrival; null before it. */
  private BigInteger start;

  /** The largest arrival or tick seen since the start. */
  private BigInteger now;

  /** How many ticks since the start have been run. */
  private BigInteger ticksRun = BigInteger.ZERO;

  private long watermark = Long.MIN_VALUE;

  TimeModel(Settings settings) {
    this.settings = settings;
    for (int p = 0; p < settings.declaredPartitions(); p++) {
      partitions.put(p, new Partition());
    }
  }

  /** The merged watermark as it is now. */
  long watermark() {
    return watermark;
  }

  /** All that has happened so far. */
  List<Moment> moments() {
    return moments;
  }

  /**
   * Takes a step.
   *
   * @param index its place in the script
   * @param step not a rejected one
   */
  void take(int index, Step step) {
    if (step instanceof Step.Event event) {
      event(index, event);
    } else if (step instanceof Step.Tick tick) {
      if (start != null) {
        passTime(index, big(tick.nowNs()));
      }
    } else if (step instanceof Step.EndOfInput) {
      move(index, Long.MAX_VALUE);
    } else {
      control(step);
      mergeUnlessPeriodic(index);
    }
  }

  private void event(int index, Step.Event event) {
    if (start == null) {
      start = big(event.arrivalNs());
      now = start;
    }
    passTime(index, big(event.arrivalNs()));
    moments.add(new Moment.Judged(index, event, watermark));
    Partition partition = partitions.computeIfAbsent(event.partition(), p -> new Partition());
    partition.lastSign = now;
    partition.idle = false;
    if (partition.largest == null || event.timestamp() > partition.largest) {
      partition.largest = event.timestamp();
    }
    mergeUnlessPeriodic(index);
  }

  private void control(Step step) {
    if (step instanceof Step.Leave leave) {
      partitions.remove(leave.partition());
    } else if (step instanceof Step.End end) {
      // As if it left: the difference is that it cannot come back, which the script sees to.
      partitions.remove(end.partition());
    } else if (step instanceof Step.Idle idle) {
      Partition partition = partitions.get(idle.partition());
      if (partition != null) {
        partition.idle = true;
      }
    } else if (step instanceof Step.Active active) {
      Partition partition = partitions.get(active.partition());
      if (partition != null) {
        partition.idle = false;
        partition.lastSign = now;
      }
    }
  }

  /** Time goes to this instant, unless it is there already: runs the ticks that are due. */
  private void passTime(int index, BigInteger to) {
    now = now.max(to);
    BigInteger interval = big(settings.tickNs());
    BigInteger ticksDue = now.subtract(start).divide(interval);
    while (ticksRun.compareTo(ticksDue) < 0) {
      ticksRun = ticksRun.add(BigInteger.ONE);
      tick(index, start.add(interval.multiply(ticksRun)));
      if (nothingLeftToChange()) {
        ticksRun = ticksDue;
      }
    }
  }

  private void tick(int index, BigInteger time) {
    for (Partition partition : partitions.values()) {
      if (isSilent(partition, time)) {
        partition.idle = true;
      }
    }
    merge(index);
  }

  private boolean isSilent(Partition partition, BigInteger time) {
    if (settings.idlenessNs().isEmpty()) {
      return false;
    }
    BigInteger since = partition.lastSign == null ? start : partition.lastSign;
    return time.subtract(since).compareTo(big(settings.idlenessNs().getAsLong())) >= 0;
  }

  /**
   * Whether further ticks would all be like the last one. A tick only ever makes partitions idle
   * and merges; so where none can become idle, and the tick just run has merged, the next one finds
   * what this one left. It keeps a silence of years from taking hours: the loop ends after idleness
   * / interval ticks.
   */
  private boolean nothingLeftToChange() {
    return settings.idlenessNs().isEmpty() || partitions.values().stream().allMatch(p -> p.idle);
  }

  private void mergeUnlessPeriodic(int index) {
    if (!settings.periodic()) {
      merge(index);
    }
  }

  /** The minimum over the active partitions; all idle: the maximum over all; never back. */
  private void merge(int index) {
    List<Long> active = new ArrayList<>();
    List<Long> all = new ArrayList<>();
    for (Partition partition : partitions.values()) {
      long own = watermarkOf(partition);
      all.add(own);
      if (!partition.idle) {
        active.add(own);
      }
    }
    if (!all.isEmpty()) {
      move(index, active.isEmpty() ? Collections.max(all) : Collections.min(active));
    }
  }

  private long watermarkOf(Partition partition) {
    return partition.largest == null
        ? Long.MIN_VALUE
        : settings.strategy().watermark(partition.largest);
  }

  private void move(int index, long to) {
    if (to > watermark) {
      moments.add(new Moment.Moved(index, watermark, to));
      watermark = to;
    }
  }
}
