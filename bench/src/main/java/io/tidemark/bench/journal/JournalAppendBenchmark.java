package io.tidemark.bench.journal;

import io.tidemark.bench.workload.Operations;
import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.impl.single.SingleChronicleQueue;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.BenchmarkParams;

/** An append of one record; each iteration begins with an empty directory. */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(JournalAppendBenchmark.RECORDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class JournalAppendBenchmark {
  static final int RECORDS = 500_000;

  /** A queue alone, given the bytes that the journal would write. */
  @Benchmark
  public void hand(Queue queue) {
    BareQueue.append(queue.appender, queue.records, queue.count);
  }

  /** The journal: fills in the record, encodes it, looks at the disk, appends. */
  @Benchmark
  public void journal(Journal journal) {
    for (int i = 0; i < journal.count; i++) {
      journal.writer.append(journal.records.fill(journal.writer.record(), i));
    }
  }

  /** Where it is written. */
  @State(Scope.Benchmark)
  public static class Directory {
    @Param("" + RECORDS)
    int records;

    Path path;

    @Setup(Level.Trial)
    public void create(BenchmarkParams params) throws IOException {
      Operations.require(params, "records", records);
      path = Files.createTempDirectory("tidemark-bench");
    }

    @TearDown(Level.Trial)
    public void delete() {
      BareQueue.delete(path);
    }
  }

  /** A bare queue. */
  @State(Scope.Benchmark)
  public static class Queue {
    private List<Bytes<?>> records;
    private int count;
    private Path path;
    private SingleChronicleQueue queue;
    private ExcerptAppender appender;

    @Setup(Level.Trial)
    public void encode(Directory directory) {
      count = directory.records;
      path = directory.path.resolve("queue");
      records = Records.encoded(directory.path.resolve("records"));
    }

    @Setup(Level.Iteration)
    public void open() {
      queue = BareQueue.open(path, false);
      appender = queue.createAppender();
    }

    /** All must be there. */
    @TearDown(Level.Iteration)
    public void close() {
      long found = queue.entryCount();
      appender.close();
      queue.close();
      BareQueue.delete(path);
      require(found, count);
    }
  }

  /** A journal. */
  @State(Scope.Benchmark)
  public static class Journal {
    private final Records records = new Records();
    private int count;
    private Path path;
    private JournalWriter writer;

    @Setup(Level.Iteration)
    public void open(Directory directory) {
      count = directory.records;
      path = directory.path.resolve("journal");
      writer = JournalWriter.startAnew(JournalOptions.in(path));
    }

    /** All must be there. */
    @TearDown(Level.Iteration)
    public void close() {
      long found = writer.records();
      writer.close();
      BareQueue.delete(path);
      require(found, count);
    }
  }

  static void require(long found, long expected) {
    if (found != expected) {
      throw new IllegalStateException(found + " records, expected " + expected);
    }
  }
}
