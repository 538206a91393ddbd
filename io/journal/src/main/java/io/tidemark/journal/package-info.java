/**
 * The journal of the side outputs: late and rejected events, kept in order in a directory and read
 * again for replay and backfill. The inputs of an engine can be kept and replayed in the same way.
 *
 * <pre>
 *   side-output thread                        any process, any time
 *   JournalOutput ──► JournalWriter ──► directory ──► JournalReader ──► JournalRecord
 *     EventCodec        one thread       tidemark.lock     read only        EventCodec
 *                       CRC32C           journal.properties
 *                       numbers 0..n-1   metadata.cq4t, *.cq4 (Chronicle Queue)
 * </pre>
 *
 * <p>{@link io.tidemark.journal.JournalOutput} is the late and rejected handler of an engine; it
 * fills a {@code JournalRecord} for each event it is handed. {@link
 * io.tidemark.journal.InputWriter} keeps what an engine is given instead, and {@link
 * io.tidemark.journal.InputReader} gives it to another one.
 *
 * <p>What is promised: records come back in the order written, numbered without a hole; a damaged,
 * torn or missing record is an error that names it, never skipped; a writer that is killed leaves
 * whole records behind, and the next one goes on at once; a disk that fills up is refused before it
 * is full; a reader never writes into the directory it reads.
 *
 * <p>Chronicle Queue is kept inside this package: its JVM flags are checked by {@link
 * io.tidemark.journal.ChronicleFlags}, and no type of it is part of the interface.
 */
package io.tidemark.journal;
