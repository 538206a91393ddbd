package io.tidemark.cli.job;

import io.tidemark.files.ValueType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the events come from.
 *
 * @param format what the input is made of
 * @param paths the paths as written, relative to the job file, at least one; {@code -}, alone, for
 *     standard input
 * @param time what timestamps are
 * @param arrival the column that says when a row arrived; its unit is never ISO 8601
 * @param recordArrival of a journal: whether rows arrived when their records say
 * @param key the column of the key; without one there is one key for everything
 * @param partition the column of the partition; without one there is one partition
 * @param partitions the partitions known at the start, in the order written, each once
 * @param types the types of columns, by column; one that is not named is a double
 * @param window of a journal: the window definition whose late rows are read
 * @param kind of a journal: which records are read
 * @param maxDrift how far ahead of the others one of several inputs may be in event time; empty: as
 *     far as its turns bring it
 * @param deduplication how rows that come again are found; empty: they count again
 */
public record JobInput(
    InputFormat format,
    List<String> paths,
    JobTime time,
    Optional<TimeColumn> arrival,
    boolean recordArrival,
    Optional<String> key,
    Optional<String> partition,
    List<String> partitions,
    Map<String, ValueType> types,
    Optional<String> window,
    RecordKind kind,
    Optional<Duration> maxDrift,
    Optional<JobDeduplication> deduplication) {

  /** Whether several inputs are read side by side. */
  public boolean areSeveral() {
    return paths.size() > 1;
  }

  /** Whether each of several inputs is a partition of its own. */
  public boolean arePartitions() {
    return areSeveral() && partition.isEmpty();
  }

  /** The key of one of the paths, for messages. */
  public String setting(int number) {
    return areSeveral() ? "input.path[" + number + "]" : "input.path";
  }

  /** Whether rows say when they arrived; else it is the clock that does. */
  public boolean hasArrival() {
    return recordArrival || arrival.isPresent();
  }

  /** The type of a column that an aggregate reads. */
  public ValueType type(String column) {
    return types.getOrDefault(column, ValueType.DOUBLE);
  }
}
