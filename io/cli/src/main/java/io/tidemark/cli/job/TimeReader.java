package io.tidemark.cli.job;

import io.tidemark.files.TimestampUnit;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.TimestampGuard;
import io.tidemark.time.UnitSuspicion;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads {@code input.timestamp} and {@code input.guard} of a job file. */
final class TimeReader {
  static final String EXPECTED = "{field: COLUMN, unit: s | ms | us | ns | iso-8601}";
  static final Map<String, TimestampUnit> INTEGER_UNITS =
      Choices.of(
          List.of(
              TimestampUnit.SECONDS,
              TimestampUnit.MILLISECONDS,
              TimestampUnit.MICROSECONDS,
              TimestampUnit.NANOSECONDS),
          TimestampUnit::text);

  private static final List<String> KEYS =
      List.of("field", "unit", "domain", "stamp", "tick", "otherwise");
  private static final List<String> GUARD_KEYS =
      List.of("negative", "furthest-future", "furthest-past", "units", "refused");
  private static final String GUARD = "a mapping such as {furthest-future: 1h}";
  private static final Map<String, TimestampUnit> UNITS =
      Choices.of(List.of(TimestampUnit.values()), TimestampUnit::text);
  private static final Map<String, TimeDomain> DOMAINS =
      Choices.of(
          "event", TimeDomain.EVENT,
          "ingestion", TimeDomain.INGESTION,
          "processing", TimeDomain.PROCESSING);
  private static final Map<String, IngestionTime> STAMPS =
      Choices.of("source", IngestionTime.SOURCE, "entry", IngestionTime.ENTRY);
  private static final Map<String, Boolean> OTHERWISE =
      Choices.of("reject", false, "ingestion", true);
  private static final Map<String, Boolean> NEGATIVE = Choices.of("allow", false, "refuse", true);
  private static final Map<String, Boolean> REFUSED =
      Choices.of("reject", false, "quarantine", true);
  private static final Map<String, UnitSuspicion> SUSPICIONS =
      Choices.of(
          "ignore", UnitSuspicion.NONE,
          "refuse", UnitSuspicion.REFUSE,
          "scale", UnitSuspicion.SCALE);
  private static final String COLUMN = "the name of a column";

  private final Section input;
  private final Optional<Section> timestamp;
  private final TimeDomain domain;
  private final Optional<TimestampUnit> unit;

  TimeReader(Section input) {
    this.input = input;
    input.require("timestamp", EXPECTED);
    this.timestamp = input.section("timestamp", EXPECTED, KEYS);
    this.domain = timestamp.flatMap(s -> s.choice("domain", DOMAINS)).orElse(TimeDomain.EVENT);
    this.unit = timestamp.flatMap(this::unit);
  }

  /** The unit of the timestamps, if that much is right. */
  Optional<TimestampUnit> unit() {
    return unit;
  }

  TimeDomain domain() {
    return domain;
  }

  /** The time; nothing where its unit is not known. All that is wrong has been told. */
  Optional<JobTime> read(boolean hasArrivalColumn, boolean hasArrival) {
    Optional<String> field = timestamp.flatMap(this::field);
    Optional<IngestionTime> stamp = timestamp.flatMap(s -> stamp(s, hasArrivalColumn, hasArrival));
    Optional<Duration> tick = timestamp.flatMap(this::tick);
    boolean orIngestion = timestamp.map(this::orIngestion).orElse(false);
    Optional<TimestampGuard> guard = guard();
    return unit.map(u -> new JobTime(domain, field, u, stamp, tick, orIngestion, guard));
  }

  private Optional<TimestampUnit> unit(Section section) {
    Map<String, TimestampUnit> units = domain == TimeDomain.EVENT ? UNITS : INTEGER_UNITS;
    section.require("unit", "one of " + String.join(", ", units.keySet()));
    return section.choice("unit", units);
  }

  private Optional<String> field(Section section) {
    if (domain != TimeDomain.EVENT) {
      only(section, "field", "event");
      return Optional.empty();
    }
    section.require("field", COLUMN);
    return section.text("field", COLUMN);
  }

  private Optional<IngestionTime> stamp(
      Section section, boolean hasArrivalColumn, boolean hasArrival) {
    if (domain != TimeDomain.INGESTION) {
      only(section, "stamp", "ingestion");
      return Optional.empty();
    }
    section.require("stamp", "one of " + String.join(", ", STAMPS.keySet()));
    Optional<IngestionTime> stamp = section.choice("stamp", STAMPS);
    if (stamp.equals(Optional.of(IngestionTime.SOURCE)) && !hasArrival) {
      section.refuse("stamp", "entry without input.arrival, which has the source's stamps");
    }
    if (stamp.equals(Optional.of(IngestionTime.ENTRY)) && hasArrivalColumn) {
      section.refuse("stamp", "source with input.arrival, as entry is the engine's own clock");
    }
    return stamp;
  }

  private Optional<Duration> tick(Section section) {
    if (domain != TimeDomain.PROCESSING) {
      only(section, "tick", "processing");
      return Optional.empty();
    }
    return new DurationReader(unit).clockTime(section, "tick", DurationReader.EXPECTED);
  }

  private boolean orIngestion(Section section) {
    if (domain != TimeDomain.EVENT) {
      only(section, "otherwise", "event");
      return false;
    }
    return section.choice("otherwise", OTHERWISE).orElse(false);
  }

  private static void only(Section section, String key, String domain) {
    if (section.has(key)) {
      section.refuse(key, "none unless domain is " + domain);
    }
  }

  private Optional<TimestampGuard> guard() {
    Optional<Section> section = input.section("guard", GUARD, GUARD_KEYS);
    if (section.isPresent() && domain != TimeDomain.EVENT) {
      input.refuse("guard", "none unless input.timestamp.domain is event");
      return Optional.empty();
    }
    return section.map(this::guard);
  }

  private TimestampGuard guard(Section section) {
    DurationReader durations = new DurationReader(unit);
    TimestampGuard guard = TimestampGuard.on();
    if (section.choice("negative", NEGATIVE).orElse(false)) {
      guard = guard.refuseNegative();
    }
    Optional<Duration> future = limit(durations, section, "furthest-future");
    if (future.isPresent()) {
      guard = guard.furthestFuture(future.get());
    }
    Optional<Duration> past = limit(durations, section, "furthest-past");
    if (past.isPresent()) {
      guard = guard.furthestPast(past.get());
    }
    guard = guard.units(section.choice("units", SUSPICIONS).orElse(UnitSuspicion.NONE));
    return section.choice("refused", REFUSED).orElse(false) ? guard.quarantine() : guard;
  }

  private static Optional<Duration> limit(DurationReader durations, Section section, String key) {
    return durations.eventTime(section, key, DurationReader.Sign.NOT_NEGATIVE);
  }
}
