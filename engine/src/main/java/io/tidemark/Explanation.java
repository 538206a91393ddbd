package io.tidemark;

import static io.tidemark.time.TimeStage.END_OF_TIME;
import static io.tidemark.time.TimeStage.NO_WATERMARK;

import io.tidemark.time.PartitionView;
import io.tidemark.time.TimeDomain;
import java.time.Duration;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Why windows do not fire: where the watermark stands, which partition holds it there, and what
 * would free it. For people; made on demand from what any thread may read.
 */
final class Explanation {
  /** How many of the partitions that follow the holder are named. */
  private static final int NAMED = 5;

  private final TimeDomain domain;
  private final String unit;
  private final Optional<Duration> idleness;
  private final PartitionView partitions;

  Explanation(Job<?> job, PartitionView partitions) {
    this.domain = job.domain();
    this.unit = abbreviation(job.unit());
    this.idleness = job.watermarks().idleness();
    this.partitions = partitions;
  }

  /** The text for this merged watermark. */
  String of(long watermark) {
    if (domain == TimeDomain.PROCESSING) {
      return "Processing time has no watermark: windows fire when the clock, the largest arrival or"
          + " tick, reaches their end.";
    }
    if (watermark == END_OF_TIME) {
      return "The watermark is at the end of time: every window has fired.";
    }
    String position = "The watermark is " + shown(watermark) + ": ";
    int holder = partitions.holder();
    if (holder != PartitionView.NONE) {
      return position + heldBy(holder);
    }
    return position + (anyIsIdle() ? allIdle() : nobody());
  }

  private String heldBy(int holder) {
    long own = partitions.watermark(holder);
    String where =
        own == NO_WATERMARK
            ? "which has had no event that moves its own"
            : "whose own is " + shown(own);
    return "partition " + holder + " holds it, " + where + others(holder, own) + remedy(holder);
  }

  /** How far it is behind the others, the next slowest ones first. */
  private String others(int holder, long own) {
    if (own == NO_WATERMARK) {
      return ". ";
    }
    String behind =
        IntStream.range(0, partitions.limit())
            .filter(other -> other != holder && partitions.isActive(other))
            .filter(other -> partitions.watermark(other) > own)
            .boxed()
            .sorted(Comparator.comparingLong(partitions::watermark))
            .limit(NAMED)
            .map(other -> distance(partitions.watermark(other), own) + " behind partition " + other)
            .collect(Collectors.joining(", "));
    return behind.isEmpty() ? ". No active partition is ahead of it. " : ", " + behind + ". ";
  }

  private String remedy(int holder) {
    String silence =
        idleness
            .map(timeout -> "; or it is idle after " + timeout.toMillis() + " ms of silence")
            .orElse("; or give the strategy an idleness, so that silence lets go of it");
    return "To go on: a later event or watermark of partition "
        + holder
        + ", or its publisher's idle, end or leave("
        + holder
        + ")"
        + silence
        + ".";
  }

  private boolean anyIsIdle() {
    return IntStream.range(0, partitions.limit()).anyMatch(partitions::isIdle);
  }

  private static String allIdle() {
    return "all partitions are idle. To go on: an event of any of them; or let the strategy's"
        + " whenAllIdle go on by the wall clock.";
  }

  private static String nobody() {
    return "no partition takes part. To go on: an event.";
  }

  private String shown(long watermark) {
    return watermark == NO_WATERMARK ? "none yet" : watermark + " " + unit;
  }

  /** Unsigned: they may lie further apart than the largest long. */
  private String distance(long ahead, long behind) {
    return Long.toUnsignedString(ahead - behind) + " " + unit;
  }

  private static String abbreviation(TimeUnit unit) {
    return switch (unit) {
      case NANOSECONDS -> "ns";
      case MICROSECONDS -> "us";
      case MILLISECONDS -> "ms";
      case SECONDS -> "s";
      default -> unit.name().toLowerCase(Locale.ROOT);
    };
  }
}
