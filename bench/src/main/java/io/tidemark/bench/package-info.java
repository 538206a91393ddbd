/**
 * What Tidemark is measured against, and how.
 *
 * <ul>
 *   <li>{@code workload}: the stream that every variant works on, and the checksum that proves that
 *       they did the same work;
 *   <li>{@code tumbling}: whole loops, from the first event generated to the last result in the
 *       sink;
 *   <li>{@code sliding}: the same for sliding windows, alone and sharing panes, and ways by hand;
 *   <li>{@code session}: the same with session windows;
 *   <li>{@code late}: the same with a tenth of the events late;
 *   <li>{@code domain}: the same in each time domain, with watermarks at ticks, and with a guard;
 *   <li>{@code stall}: how long events wait behind a large firing;
 *   <li>{@code latency}: from when an event is due to what comes of it, at a fixed rate;
 *   <li>{@code timer}: sets of timers alone, and whole jobs with a process;
 *   <li>{@code ring}, {@code journal}: a bare ring, and a journal beside the bare queue;
 *   <li>{@code table}: key tables alone, the structure inside a pane;
 *   <li>{@code report}: suites of JVM launches and the tables made from their JSON.
 * </ul>
 */
package io.tidemark.bench;
