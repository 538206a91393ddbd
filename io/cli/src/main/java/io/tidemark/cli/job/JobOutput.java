package io.tidemark.cli.job;

import java.util.Optional;

/**
 * Where the output goes; at least one is there. Paths are as written, relative to the job file.
 *
 * @param results a line for each firing; {@code -} for standard output
 * @param late rows too late for a window
 * @param rejected rows that could not be an event
 * @param quarantined rows that the timestamp guard set aside
 * @param journal the directory of the journal of late and rejected rows
 */
public record JobOutput(
    Optional<String> results,
    Optional<String> late,
    Optional<String> rejected,
    Optional<String> quarantined,
    Optional<String> journal) {}
