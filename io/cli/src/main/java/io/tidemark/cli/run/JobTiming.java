package io.tidemark.cli.run;

import io.tidemark.JobBuilder;
import io.tidemark.cli.job.JobAdaptive;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobTime;
import io.tidemark.cli.job.JobWatermarks;
import io.tidemark.cli.job.JobWatermarks.Kinds;
import io.tidemark.files.SymbolTable;
import io.tidemark.files.TimestampUnit;
import io.tidemark.time.AdaptiveBound;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** The time of a job file as the engine's: where timestamps come from, and its watermarks. */
final class JobTiming {
  private final JobFile file;

  /** The texts of partitions. */
  private final SymbolTable partitions;

  JobTiming(JobFile file, SymbolTable partitions) {
    this.file = file;
    this.partitions = partitions;
  }

  /**
   * Sets the time of the job.
   *
   * @throws JobFileException when recorded decisions cannot be read
   */
  void set(JobBuilder<FileEvent> builder) throws JobFileException {
    JobTime time = file.input().time();
    TimeUnit unit = unit(time.unit());
    switch (time.domain()) {
      case EVENT -> {
        builder.timestamp(unit, FileEvent::eventTime);
        if (time.takesAnyTimestamp()) {
          builder.hasTimestamp(FileEvent::hasEventTime);
        }
        time.guard().ifPresent(builder::guard);
        if (time.orIngestion()) {
          builder.eventTimeOr(
              file.input().hasArrival() ? IngestionTime.SOURCE : IngestionTime.ENTRY);
        }
      }
      case INGESTION -> builder.ingestionTime(unit, time.stamp().orElseThrow());
      case PROCESSING -> builder.processingTime(unit, file.watermarks().emit().orElseThrow());
    }
    if (time.domain() != TimeDomain.PROCESSING) {
      builder.watermarks(strategy());
    }
  }

  private WatermarkStrategy<FileEvent> strategy() throws JobFileException {
    JobWatermarks watermarks = file.watermarks();
    WatermarkStrategy<FileEvent> strategy =
        switch (watermarks.strategy()) {
          case BOUNDED_OUT_OF_ORDERNESS ->
              WatermarkStrategy.boundedOutOfOrderness(watermarks.bound());
          case BOUNDED_BY_KIND -> boundedByKind(watermarks.kinds().orElseThrow());
          case MONOTONOUS ->
              WatermarkStrategy.<FileEvent>monotonous().onDisorder(watermarks.disorder());
          case ADAPTIVE ->
              WatermarkStrategy.adaptive(adaptive(watermarks.adaptive().orElseThrow()));
          case NONE -> WatermarkStrategy.none();
        };
    strategy = strategy.whenAllIdle(watermarks.allIdle());
    if (watermarks.idleness().isPresent()) {
      strategy = strategy.idleness(watermarks.idleness().get());
    }
    if (watermarks.emit().isPresent()) {
      strategy = strategy.emitEvery(watermarks.emit().get());
    }
    return strategy;
  }

  private static WatermarkStrategy<FileEvent> boundedByKind(Kinds kinds) {
    return WatermarkStrategy.boundedByKind(
        FileEvent::rowKind, kinds.bounds().toArray(Duration[]::new));
  }

  private AdaptiveBound adaptive(JobAdaptive settings) throws JobFileException {
    AdaptiveBound bound = AdaptiveBound.of(settings.targetLate(), settings.min(), settings.max());
    if (settings.start().isPresent()) {
      bound = bound.startingAt(settings.start().get());
    }
    if (settings.step().isPresent()) {
      bound = bound.step(settings.step().get());
    }
    if (settings.decideEvery().isPresent()) {
      bound = bound.decideEvery(settings.decideEvery().get());
    }
    if (settings.boundsFrom().isPresent()) {
      bound = bound.replaying(RecordedBounds.read(file, settings.boundsFrom().get(), partitions));
    }
    return bound;
  }

  /** The engine's unit for that of a job file. */
  static TimeUnit unit(TimestampUnit unit) {
    return switch (unit) {
      case SECONDS -> TimeUnit.SECONDS;
      case MILLISECONDS, ISO_8601 -> TimeUnit.MILLISECONDS;
      case MICROSECONDS -> TimeUnit.MICROSECONDS;
      case NANOSECONDS -> TimeUnit.NANOSECONDS;
    };
  }
}
