package io.tidemark.cli.job;

import java.time.Duration;
import java.util.Optional;

/**
 * A bound that follows the disorder.
 *
 * @param targetLate which share of a partition's rows may come behind its watermark
 * @param min the smallest bound
 * @param max the largest bound
 * @param start the first bound
 * @param step how far one decision may move it
 * @param decideEvery after how many rows of a partition it is decided
 * @param boundsFrom the directory of a journal whose decisions are repeated; as written, relative
 *     to the job file
 */
public record JobAdaptive(
    double targetLate,
    Duration min,
    Duration max,
    Optional<Duration> start,
    Optional<Duration> step,
    Optional<Integer> decideEvery,
    Optional<String> boundsFrom) {}
