package io.tidemark.cli.job;

import io.tidemark.files.TimestampUnit;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimestampGuard;
import java.time.Duration;
import java.util.Optional;

/**
 * What a job's timestamps are.
 *
 * @param domain event, ingestion or processing time
 * @param field the column of event time; empty in other domains
 * @param unit the job's unit, and how that column is written
 * @param stamp of ingestion time: who stamps it; empty in other domains
 * @param tick of processing time: how often the clock ticks; empty in other domains
 * @param orIngestion of event time: whether ingestion time stands in for what is missing or refused
 * @param guard of event time: which timestamps are refused
 */
public record JobTime(
    TimeDomain domain,
    Optional<String> field,
    TimestampUnit unit,
    Optional<IngestionTime> stamp,
    Optional<Duration> tick,
    boolean orIngestion,
    Optional<TimestampGuard> guard) {

  /** Event time in this column, any timestamp of which is taken. */
  static JobTime event(String field, TimestampUnit unit) {
    return new JobTime(
        TimeDomain.EVENT,
        Optional.of(field),
        unit,
        Optional.empty(),
        Optional.empty(),
        false,
        Optional.empty());
  }

  /** Whether the engine is to see timestamps that are missing or have no window. */
  public boolean takesAnyTimestamp() {
    return orIngestion || guard.isPresent();
  }
}
