package io.tidemark.time;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/**
 * Keeps partitions together in event time: one whose own watermark is more than a drift ahead of
 * the smallest in its group is held back, which means that its publishers are refused or wait,
 * until the others have followed. What windows have to keep open is bounded by it, however fast one
 * source can be read.
 *
 * <p>As in Flink's watermark alignment, partitions that are idle, have ended or left, or have no
 * watermark yet are not in the minimum and are not held back; one that is exactly the drift ahead
 * goes on. Unlike there the group is looked at with every watermark, not once in an interval.
 *
 * @param name names the group, in errors
 * @param maxDrift how far ahead of the group's smallest watermark a partition may be
 * @param partitions the group's partitions; empty: all of the job's
 */
public record WatermarkAlignment(String name, Duration maxDrift, List<Integer> partitions) {

  /** Validates the settings, as far as they can be without the job. */
  public WatermarkAlignment {
    requireNonNull(name, "alignment.name");
    requireNonNull(maxDrift, "alignment.max-drift");
    if (maxDrift.isNegative()) {
      throw new IllegalArgumentException(
          setting(name, "max-drift") + ": " + maxDrift + "; expected 0 or more");
    }
    partitions = List.copyOf(partitions);
    Set<Integer> seen = new HashSet<>();
    for (int partition : partitions) {
      if (partition < 0 || partition >= TimeStage.MAX_PARTITIONS || !seen.add(partition)) {
        throw new IllegalArgumentException(
            setting(name, "partitions")
                + ": "
                + partition
                + "; expected numbers from 0 to "
                + (TimeStage.MAX_PARTITIONS - 1)
                + ", each once");
      }
    }
  }

  /** One group of all partitions, whichever join. */
  public static WatermarkAlignment ofAll(Duration maxDrift) {
    return new WatermarkAlignment("all", maxDrift, List.of());
  }

  /**
   * A group of these partitions.
   *
   * @param partitions at least one, whether they are known at the start or join later
   */
  public static WatermarkAlignment group(String name, Duration maxDrift, int... partitions) {
    if (partitions.length == 0) {
      throw new IllegalArgumentException(
          setting(name, "partitions") + ": none; expected at least one");
    }
    return new WatermarkAlignment(name, maxDrift, IntStream.of(partitions).boxed().toList());
  }

  /** Whether it is of all partitions. */
  public boolean isOfAll() {
    return partitions.isEmpty();
  }

  /** The drift in this unit. */
  long driftIn(TimeUnit unit) {
    return Durations.inUnit(maxDrift, unit, setting(name, "max-drift"));
  }

  /**
   * Checks the groups of a job.
   *
   * @param limit no partition has this number or a larger one
   * @throws IllegalArgumentException names the setting, the value and what is allowed
   */
  public static void check(List<WatermarkAlignment> groups, TimeUnit unit, int limit) {
    Set<String> names = new HashSet<>();
    Set<Integer> taken = new HashSet<>();
    for (WatermarkAlignment group : groups) {
      group.driftIn(unit);
      if (!names.add(group.name)) {
        throw new IllegalArgumentException(
            "alignment[" + group.name + "]: two groups have this name");
      }
      if (group.isOfAll() && groups.size() > 1) {
        throw new IllegalArgumentException(
            "alignment[" + group.name + "]: all partitions; expected no group beside it");
      }
      for (int partition : group.partitions) {
        if (partition >= limit) {
          throw new IllegalArgumentException(
              setting(group.name, "partitions")
                  + ": "
                  + partition
                  + " may not join; expected less than "
                  + limit);
        }
        if (!taken.add(partition)) {
          throw new IllegalArgumentException(
              setting(group.name, "partitions")
                  + ": "
                  + partition
                  + "; expected each partition in one group only");
        }
      }
    }
  }

  private static String setting(String group, String what) {
    return "alignment[" + group + "]." + what;
  }
}
