package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import io.tidemark.oracle.Settings.AllIdle;
import io.tidemark.oracle.Settings.StrategyKind;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * Clock, partitions and the merged watermark.
 *
 * <p>The clock starts at the first event's arrival, or the first tick; ticks fall at start + k x
 * interval. Before an event, all ticks up to its arrival are run, in order. A tick looks which
 * partitions are idle, and merges the watermark. Events and control steps merge it too, unless the
 * job is periodic: then their effect shows at the next tick.
 */
final class TimeModel implements TimeSource {
  private final Settings settings;
  private final Map<Integer, PartitionModel> partitions = new TreeMap<>();
  private final Set<Integer> ended = new HashSet<>();
  private final List<Moment> moments = new ArrayList<>();

  /** How long events are remembered, by whose ids; null where they may come again. */
  private final BigInteger horizon;

  private final Map<Long, Long> remembered = new HashMap<>();

  /** When the clock started; null before. */
  private BigInteger start;

  /** The largest arrival or tick seen since the start. */
  private BigInteger now;

  /** How many ticks since the start have been run. */
  private BigInteger ticksRun = BigInteger.ZERO;

  /** When a partition became idle, or was left out, last; null: not since the clock started. */
  private BigInteger lastRest;

  /** Where the watermark went when all partitions had become idle; null while some are active. */
  private Long restingAt;

  private long watermark = Long.MIN_VALUE;

  TimeModel(Settings settings) {
    this(settings, null);
  }

  /** The same, where an event is refused that has the id of one before it. */
  TimeModel(Settings settings, long horizon) {
    this(settings, big(horizon));
  }

  private TimeModel(Settings settings, BigInteger horizon) {
    this.settings = settings;
    this.horizon = horizon;
    for (int p = 0; p < settings.declaredPartitions(); p++) {
      partitions.put(p, new PartitionModel(settings, true));
    }
  }

  @Override
  public long watermark() {
    return watermark;
  }

  @Override
  public List<Moment> moments() {
    return moments;
  }

  @Override
  public Optional<Outcome.Refusal> take(int index, Step step) {
    if (step instanceof Step.Event event) {
      Optional<Outcome.Refusal> refusal = refusal(event);
      if (refusal.isEmpty()) {
        event(index, event);
      }
      return refusal;
    }
    if (step instanceof Step.Tick tick) {
      passTime(index, big(tick.nowNs()));
      moments.add(new Moment.Passed(index, now.longValueExact()));
    } else if (step instanceof Step.EndOfInput) {
      move(index, Long.MAX_VALUE);
    } else {
      control((Step.OfPartition) step);
      mergeUnlessPeriodic(index);
    }
    return Optional.empty();
  }

  private Optional<Outcome.Refusal> refusal(Step.Event event) {
    if (ended.contains(event.partition())) {
      return Optional.of(Outcome.Refusal.PARTITION);
    }
    if (horizon != null && !event.filtered() && isRemembered(Step.Event.idOf(event.value()))) {
      return Optional.of(Outcome.Refusal.DUPLICATE);
    }
    PartitionModel partition = partitions.get(event.partition());
    boolean falls =
        settings.strategy().kind() == StrategyKind.STRICT
            && partition != null
            && settings.strategy().watermark(event.timestamp(), 0) < partition.watermark();
    return falls ? Optional.of(Outcome.Refusal.DISORDER) : Optional.empty();
  }

  private boolean isRemembered(long id) {
    return remembered.containsKey(id)
        && big(remembered.get(id)).add(horizon).compareTo(big(watermark)) > 0;
  }

  private void event(int index, Step.Event event) {
    if (!event.filtered()) {
      remembered.put(Step.Event.idOf(event.value()), event.timestamp());
    }
    passTime(index, big(event.arrivalNs()));
    moments.add(new Moment.Passed(index, now.longValueExact()));
    moments.add(new Moment.Judged(index, event, watermark));
    PartitionModel partition = wake(event.partition());
    partition.event(event, now);
    mergeUnlessPeriodic(index);
  }

  private void control(Step.OfPartition step) {
    PartitionModel partition = partitions.get(step.partition());
    if (step instanceof Step.Given given) {
      if (!ended.contains(given.partition())) {
        wake(given.partition()).given(given.watermark());
      }
    } else if (step instanceof Step.End) {
      ended.add(step.partition());
      leave(step.partition());
    } else if (step instanceof Step.Leave) {
      leave(step.partition());
    } else if (step instanceof Step.Active && partition != null) {
      wake(step.partition());
    } else if (step instanceof Step.Idle && partition != null && !partition.isIdle()) {
      partition.becomeIdle();
      rest(now);
    }
  }

  /** A sign of life: makes the partition active, and join if it did not take part. */
  private PartitionModel wake(int number) {
    PartitionModel partition =
        partitions.computeIfAbsent(number, p -> new PartitionModel(settings, false));
    partition.live(now);
    restingAt = null;
    return partition;
  }

  private void leave(int number) {
    PartitionModel partition = partitions.remove(number);
    if (partition != null && !partition.isIdle()) {
      rest(now);
    }
  }

  /** A partition that was active is so no more, since then. */
  private void rest(BigInteger since) {
    if (since != null) {
      lastRest = lastRest == null ? since : lastRest.max(since);
    }
  }

  /** Time goes to this instant, unless it is there already: runs the ticks that are due. */
  private void passTime(int index, BigInteger to) {
    if (start == null) {
      start = to;
      now = to;
    }
    BigInteger interval = big(settings.tickNs());
    BigInteger ticksDue = now.max(to).subtract(start).divide(interval);
    while (ticksRun.compareTo(ticksDue) < 0) {
      boolean settled = !ticksRun.equals(BigInteger.ZERO) && nothingLeftToChange();
      ticksRun = settled ? ticksDue : ticksRun.add(BigInteger.ONE);
      tick(index, start.add(interval.multiply(ticksRun)));
    }
    now = now.max(to);
  }

  private void tick(int index, BigInteger time) {
    now = time;
    for (PartitionModel partition : partitions.values()) {
      if (!partition.isIdle() && isSilent(partition, time)) {
        partition.becomeIdle();
        rest(partition.silentAt(start, settings.idlenessNs().getAsLong()));
      }
      if (!partition.isIdle()) {
        partition.tick(time);
      }
    }
    merge(index, true);
  }

  private boolean isSilent(PartitionModel partition, BigInteger time) {
    return settings.idlenessNs().isPresent()
        && partition.silentAt(start, settings.idlenessNs().getAsLong()).compareTo(time) <= 0;
  }

  /**
   * Whether, once a tick has been run, the next one would find what this one left, or, where the
   * watermark follows the clock, the last one makes up for all between. It keeps a silence of years
   * from taking hours: silent partitions are idle after idleness / interval ticks.
   */
  private boolean nothingLeftToChange() {
    return settings.idlenessNs().isEmpty()
        || partitions.values().stream().allMatch(PartitionModel::isIdle);
  }

  private void mergeUnlessPeriodic(int index) {
    if (!settings.periodic()) {
      merge(index, false);
    }
  }

  /** The minimum over the active partitions; never back. */
  private void merge(int index, boolean atTick) {
    if (partitions.isEmpty()) {
      restingAt = null;
      return;
    }
    partitions.values().stream()
        .filter(partition -> !partition.isIdle())
        .mapToLong(PartitionModel::watermark)
        .min()
        .ifPresentOrElse(smallest -> move(index, smallest), () -> mergeIdle(index, atTick));
  }

  /** All are idle: as the job says. */
  private void mergeIdle(int index, boolean atTick) {
    long largest =
        partitions.values().stream().mapToLong(PartitionModel::watermark).max().orElseThrow();
    boolean comesToRest = restingAt == null;
    if (comesToRest) {
      restingAt = largest;
    }
    if (settings.allIdle() == AllIdle.MAXIMUM) {
      move(index, largest);
    } else if (settings.allIdle() == AllIdle.WALLCLOCK && (atTick || comesToRest)) {
      move(index, afterSilence());
    }
  }

  private long afterSilence() {
    if (restingAt == Long.MIN_VALUE || start == null) {
      return restingAt;
    }
    BigInteger since = lastRest == null ? start : lastRest.max(start);
    BigInteger passed = now.subtract(since).max(BigInteger.ZERO).divide(big(settings.unitNs()));
    BigInteger last = big(Long.MAX_VALUE - 1);
    return Math.max(restingAt, big(restingAt).add(passed).min(last).longValueExact());
  }

  private void move(int index, long to) {
    if (to > watermark) {
      moments.add(new Moment.Moved(index, watermark, to, to));
      watermark = to;
    }
  }
}
