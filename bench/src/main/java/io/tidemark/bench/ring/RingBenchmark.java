package io.tidemark.bench.ring;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import io.tidemark.bench.workload.Operations;
import io.tidemark.bench.workload.Workload;
import java.util.concurrent.TimeUnit;
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
 * A bare Disruptor ring that moves the slots of the tumbling job from a thread that generates them
 * to one that adds their fields up: what moving alone costs. The ring, its size and the yielding
 * loop are those of layout fused.
 */
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@OperationsPerInvocation(RingBenchmark.EVENTS)
@Warmup(iterations = 4)
@Measurement(iterations = 7)
@Fork(3)
public class RingBenchmark {
  static final int EVENTS = 4_000_000;

  private static final int SLOTS = 8192;
  private static final int TURN = 256;

  /** Moves the events; the sum must be right. */
  @Benchmark
  public long move(Ring ring) {
    return ring.move();
  }

  static final class Slot {
    long timestamp;
    long key;
    long value;
    int partition;
    long arrivalNs;
  }

  /** The ring and its consumer's thread. */
  @State(Scope.Benchmark)
  public static class Ring {
    @Param({"1", "64"})
    int claim;

    @Param("" + EVENTS)
    int events;

    private final Workload workload = new Workload(Workload.SEED, 10_000);
    private final RingBuffer<Slot> ring =
        RingBuffer.createSingleProducer(Slot::new, SLOTS, new BusySpinWaitStrategy());
    private final Sequence visited = new Sequence();
    private volatile boolean stopped;
    private long published;
    private long expected;
    private long sum;

    @Setup(Level.Trial)
    public void start(BenchmarkParams params) {
      Operations.require(params, "events", events);
      ring.addGatingSequences(visited);
      Thread consumer = new Thread(this::consume, "consumer");
      consumer.setDaemon(true);
      consumer.start();
    }

    @TearDown(Level.Trial)
    public void stop() {
      stopped = true;
    }

    long move() {
      long end = published + events;
      while (published < end) {
        int count = (int) Math.min(claim, end - published);
        while (!ring.hasAvailableCapacity(count)) {
          Thread.yield();
        }
        long last = ring.next(count);
        for (int i = 0; i < count; i++) {
          fill(ring.get(last - count + 1 + i), published + i);
        }
        ring.publish(last - count + 1, last);
        published += count;
      }
      while (visited.get() < ring.getCursor()) {
        Thread.onSpinWait();
      }
      if (sum != expected) {
        throw new IllegalStateException("sum " + sum + ", expected " + expected);
      }
      return sum;
    }

    private void fill(Slot slot, long event) {
      long draw = workload.draw(event);
      slot.timestamp = Workload.timestamp(event, draw);
      slot.key = workload.key(draw);
      slot.value = Workload.value(draw);
      slot.partition = Workload.partition(event);
      slot.arrivalNs = Workload.baseTime(event);
      expected += slot.timestamp + slot.key + slot.value + slot.partition + slot.arrivalNs;
    }

    private void consume() {
      while (!stopped) {
        long from = visited.get() + 1;
        long to = Math.min(ring.getCursor(), from + TURN - 1);
        for (long sequence = from; sequence <= to; sequence++) {
          Slot slot = ring.get(sequence);
          sum += slot.timestamp + slot.key + slot.value + slot.partition + slot.arrivalNs;
        }
        if (to >= from) {
          visited.set(to);
        } else {
          Thread.yield();
        }
      }
    }
  }
}
