package io.tidemark.runtime;

import java.util.function.LongSupplier;

/**
 * What a ticker needs.
 *
 * @param name its thread's name
 * @param intervalNs how often it ticks
 * @param clock ns since the epoch
 */
public record TickerSetup(String name, long intervalNs, LongSupplier clock) {}
