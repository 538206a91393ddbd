/**
 * What Tidemark is measured against, and how.
 *
 * <ul>
 *   <li>{@code workload}: the stream that every variant works on, and the checksum that proves that
 *       they did the same work;
 *   <li>{@code tumbling}: whole loops, from the first event generated to the last result in the
 *       sink;
 *   <li>{@code sliding}: the same for sliding windows, on the engine alone;
 *   <li>{@code session}: the same with session windows;
 *   <li>{@code table}: key tables alone, the structure inside a pane;
 *   <li>{@code report}: suites of JVM launches and the tables made from their JSON.
 * </ul>
 */
package io.tidemark.bench;
