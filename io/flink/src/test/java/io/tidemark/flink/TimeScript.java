package io.tidemark.flink;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What happens to a job's event time, in the order in which it happens. Times are ms.
 *
 * @param settings the job's part
 */
record TimeScript(Settings settings, List<Step> steps) {
  /**
   * How watermarks are made.
   *
   * @param declared the partitions known at the start: 0 to declared - 1
   * @param periodic whether only ticks move the watermark; else each event does
   * @param tickInterval the interval of ticks
   * @param idleness the silence after which a partition is idle; 0: never
   */
  record Settings(int declared, long bound, boolean periodic, long tickInterval, long idleness) {}

  /** One thing that happens. */
  sealed interface Step {}

  /** An event arrives. */
  record Event(int partition, long timestamp, long arrival) implements Step {}

  /** Time has passed. */
  record Tick(long now) implements Step {}

  /** A partition's publisher says that no more events at or below this are expected. */
  record Given(int partition, long watermark) implements Step {}

  /** A partition says something of itself. */
  record Control(Kind kind, int partition) implements Step {}

  /** What a partition can say of itself. */
  enum Kind {
    IDLE,
    ACTIVE,
    LEAVE,
    END
  }

  /** The script with a line a step up to this one, for messages. */
  String upTo(int last) {
    return settings
        + IntStream.rangeClosed(0, last)
            .mapToObj(i -> "\n  %3d %s".formatted(i, steps.get(i)))
            .collect(Collectors.joining());
  }
}
