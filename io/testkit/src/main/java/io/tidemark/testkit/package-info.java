/**
 * Tests of a job: what happens to it, and what is to come of it, on one page.
 *
 * <p>A {@link io.tidemark.testkit.JobScript} plays events, ticks and what partitions say of
 * themselves to an engine, and checks the watermark and what comes out after each step. Time is a
 * part of the script: nothing waits, and the clocks are the script's. Every script is played in
 * each layout, with batch limits of 1, 64 and 4,096 slots and in claims of several sizes, all of
 * which must give the same; and at its end the engine's accounting must add up. Tests are JUnit
 * 5's: {@link io.tidemark.testkit.JobScript#run} in a test, or {@link
 * io.tidemark.testkit.JobScript#tests} for a test factory.
 *
 * <pre>{@code
 * @Test
 * void shouldWaitForTheSlowerFeed() {
 *   JobScript.of(bars())
 *       .timeline(
 *           """
 *           clock | p0   | p1   | watermark | out
 *           0     | 5 x3 |      | 4         |
 *           50    |      | 2 x1 | 4         |
 *           200   |      | idle | 4         |
 *           250   | 12   |      | 11        | bars 0 [0,10) on-time 0 n=2 volume=4
 *           close |      |      | end       | bars 0 [10,20) on-time 0 n=1 volume=1
 *           """,
 *           (trade, cell) -> trade.read(cell))
 *       .run();
 * }
 * }</pre>
 *
 * <p>The same can be said by methods, and the two can be mixed:
 *
 * <pre>{@code
 * JobScript.of(bars())
 *     .event(0, trade -> trade.time = 5)
 *     .expectWatermark(4)
 *     .clock(ofMillis(250))
 *     .event(0, trade -> trade.time = 12)
 *     .expect("bars 0 [0,10) on-time 0 n=1 volume=0")
 *     .run();
 * }</pre>
 *
 * <p>What an engine gives is a function of what it was given. A script that is told how to write
 * its events is kept in a journal on disk, too, and replayed from there in each layout, which must
 * give the same once more. The JVM then needs the flags of {@code conf/jvm.args}, which say what
 * Chronicle Queue and Agrona's buffers may open:
 *
 * <pre>{@code
 * EventCodec<Trade> codec = new EventCodec<>() {
 *   public int encode(Trade trade, MutableDirectBuffer buffer, int offset) {
 *     buffer.putLong(offset, trade.time);
 *     buffer.putLong(offset + 8, trade.quantity);
 *     return 16;
 *   }
 *
 *   public void decode(DirectBuffer buffer, int offset, int length, Trade into) {
 *     into.time = buffer.getLong(offset);
 *     into.quantity = buffer.getLong(offset + 8);
 *   }
 * };
 * JobScript.of(bars()).replayedWith(codec).timeline(timeline, Trade::read).run();
 * }</pre>
 *
 * <p>What a job makes of a world with faults, {@link io.tidemark.testkit.FaultySource} tells: it
 * delays a stream of events as networks do, sets its clients' clocks wrong, takes these offline for
 * a while, and sends some events again; the same for the same seed.
 *
 * <p>When a script does not do as it says, the failure shows it as a timeline like the one above,
 * with what came instead: it can be pasted into the test once it is right.
 */
package io.tidemark.testkit;
