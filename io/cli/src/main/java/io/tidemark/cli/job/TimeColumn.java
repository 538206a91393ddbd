package io.tidemark.cli.job;

import io.tidemark.files.TimestampUnit;

/**
 * A column that holds a time.
 *
 * @param field the column's name
 * @param unit how it is written there
 */
public record TimeColumn(String field, TimestampUnit unit) {}
