package io.tidemark.bench.journal;

import io.tidemark.bench.workload.Operations;
import io.tidemark.journal.JournalOptions;
import io.tidemark.journal.JournalReader;
import io.tidemark.journal.JournalWriter;
import io.tidemark.journal.RecordField;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ExcerptTailer;
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

/**
 * One record of a journal read back, from the first to the last, out of the page cache; both
 * variants read the same files.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(JournalAppendBenchmark.RECORDS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class JournalReplayBenchmark {

  /** A queue alone: copies the bytes. */
  @Benchmark
  public long hand(Written written) {
    try (SingleChronicleQueue queue = BareQueue.open(written.path, true);
        ExcerptTailer tailer = queue.createTailer()) {
      long count = BareQueue.replay(tailer, written.copy);
      JournalAppendBenchmark.require(count, written.records);
      return count;
    }
  }

  /** The journal: copies the bytes and checks them, and finds the event in them. */
  @Benchmark
  public long journal(Written written) {
    long count = 0;
    long bytes = 0;
    try (JournalReader reader = JournalReader.open(written.path)) {
      while (reader.next()) {
        count++;
        bytes += reader.record().length(RecordField.EVENT);
      }
    }
    JournalAppendBenchmark.require(count, written.records);
    return bytes;
  }

  /** A journal that has been written and closed. */
  @State(Scope.Benchmark)
  public static class Written {
    @Param("" + JournalAppendBenchmark.RECORDS)
    int records;

    private final Bytes<?> copy = Bytes.allocateElasticDirect(256);
    private Path directory;
    private Path path;

    @Setup(Level.Trial)
    public void write(BenchmarkParams params) throws IOException {
      Operations.require(params, "records", records);
      directory = Files.createTempDirectory("tidemark-bench");
      path = directory.resolve("journal");
      Records all = new Records();
      try (JournalWriter writer = JournalWriter.startAnew(JournalOptions.in(path))) {
        for (int i = 0; i < records; i++) {
          writer.append(all.fill(writer.record(), i));
        }
      }
    }

    @TearDown(Level.Trial)
    public void delete() {
      copy.releaseLast();
      BareQueue.delete(directory);
    }
  }
}
