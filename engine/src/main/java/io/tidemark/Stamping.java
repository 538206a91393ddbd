package io.tidemark;

import io.tidemark.time.TimeDomain;
import java.util.function.LongSupplier;

/** Who stamps arrivals, and what publishers of a job may say of time. Immutable; any thread. */
final class Stamping {
  private final String job;
  private final LongSupplier clock;
  private final boolean needsSourceStamps;
  private final boolean restamps;
  private final boolean hasWatermarks;

  /**
   * For publishers of this job.
   *
   * @param clock ns since the epoch
   * @param restamps whether arrivals that are handed over are stamped anew
   * @throws IllegalArgumentException when these are to be stamped anew and have to be the source's
   */
  Stamping(Job<?> job, LongSupplier clock, boolean restamps) {
    this.job = job.name;
    this.clock = clock;
    this.needsSourceStamps = job.needsSourceStamps;
    this.restamps = restamps;
    this.hasWatermarks = job.domain != TimeDomain.PROCESSING;
    if (restamps && needsSourceStamps) {
      throw new IllegalArgumentException(
          "restamp arrivals: set for job "
              + job.name
              + ", whose ingestion time its source stamps; expected IngestionTime.ENTRY");
    }
  }

  boolean restamps() {
    return restamps;
  }

  /** Now, as the arrival of what is published now. */
  long entryNs() {
    if (needsSourceStamps) {
      throw new IllegalStateException(
          "job "
              + job
              + ": its source stamps the ingestion time; publish with the arrival that it gave");
    }
    return clock.getAsLong();
  }

  /** Refuses a watermark where there are none. */
  void checkWatermarks() {
    if (!hasWatermarks) {
      throw new IllegalStateException("job " + job + " is on processing time: it has no watermark");
    }
  }
}
