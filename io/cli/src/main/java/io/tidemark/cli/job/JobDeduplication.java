package io.tidemark.cli.job;

import java.time.Duration;

/**
 * How rows that come again are told from new ones.
 *
 * @param field the column that is equal for these, and for no others
 * @param horizon how far in event time the watermark goes past a row until it is forgotten
 */
public record JobDeduplication(String field, Duration horizon) {}
