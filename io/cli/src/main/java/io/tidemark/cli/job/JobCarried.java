package io.tidemark.cli.job;

import java.time.Duration;
import java.util.Map;

/**
 * Values carried forward.
 *
 * @param name the name, which no window definition has either
 * @param size of a window
 * @param offset by which windows are shifted
 * @param horizon how long after a key's last row windows begin that are still filled
 * @param values the columns that are carried, by output column, in the order written; never empty
 */
public record JobCarried(
    String name, Duration size, Duration offset, Duration horizon, Map<String, String> values) {}
