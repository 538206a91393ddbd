package io.tidemark.cli.job;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A window definition.
 *
 * @param name the name, which no other definition of the job has
 * @param shape which windows a row falls into
 * @param includesEnd whether windows are (start, end] and not [start, end)
 * @param allowedLateness how long a fired window is kept for late rows
 * @param triggers when they fire
 * @param ceiling how many rows of state it may have, if that is limited
 * @param aggregates what is worked out, by output column, in the order written; never empty
 */
public record JobWindow(
    String name,
    WindowShape shape,
    boolean includesEnd,
    Duration allowedLateness,
    JobTriggers triggers,
    Optional<JobCeiling> ceiling,
    Map<String, JobAggregate> aggregates) {}
