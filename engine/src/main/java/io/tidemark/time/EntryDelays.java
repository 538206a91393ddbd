package io.tidemark.time;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;

/**
 * How long after their arrival, as their source gave it, events enter the engine: of each
 * partition. That is what lies between the source's hands and the engine: a consumer that lags, a
 * batch that is held until it is full, a publisher that waits.
 *
 * <p>Each publisher records on its own thread, and never waits; what all of them recorded is added
 * up when somebody reads it. A partition's histograms are made when its first event enters, some 80
 * KB, twice that once they are read.
 */
public final class EntryDelays {
  private static final long LEAST_NS = TimeUnit.MICROSECONDS.toNanos(1);
  private static final int DIGITS = 2;

  /** Of publishers that are there; under this object's lock. */
  private final List<Writer> writers = new ArrayList<>();

  /** What publishers recorded that are closed, by partition; under this object's lock. */
  private final Map<Integer, Sum> gone = new HashMap<>();

  /** A new publisher's. */
  public synchronized Writer writer() {
    Writer added = new Writer();
    writers.add(added);
    return added;
  }

  /** All that was recorded of a partition; any thread. */
  synchronized Sum of(int partition) {
    Sum sum = new Sum();
    if (gone.containsKey(partition)) {
      sum.add(gone.get(partition));
    }
    for (Writer writer : writers) {
      Entry entry = writer.entry(partition);
      if (entry != null) {
        sum.add(entry.all());
      }
    }
    return sum;
  }

  private static Histogram histogram() {
    return new Histogram(LEAST_NS, Recording.DAY_NS, DIGITS);
  }

  /** What was recorded. */
  static final class Sum {
    final Histogram delayNs = histogram();

    /** Events that entered before their arrival: the source's clock is ahead of the engine's. */
    long negative;

    private void add(Sum other) {
      delayNs.add(other.delayNs);
      negative += other.negative;
    }
  }

  /** One partition's, by one publisher. */
  private static final class Entry {
    private final SingleWriterRecorder recorder =
        new SingleWriterRecorder(LEAST_NS, Recording.DAY_NS, DIGITS);

    /** Writer: the publisher. */
    private volatile long negative;

    /** What has been taken out of the recorder, and a spare; under the lock of all. */
    private final Sum taken = new Sum();

    private Histogram spare;

    @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
    private void record(long ns) {
      if (ns >= 0) {
        recorder.recordValue(Math.min(ns, Recording.DAY_NS));
      } else {
        negative++;
      }
    }

    private Sum all() {
      spare = recorder.getIntervalHistogram(spare);
      taken.delayNs.add(spare);
      taken.negative = negative;
      return taken;
    }
  }

  /** Records one publisher's events; its thread only. */
  public final class Writer {
    /** By partition; null where it has fed none. Replaced when it changes. */
    private volatile Entry[] entries = {};

    private Writer() {}

    /**
     * An event enters.
     *
     * @param arrivalNs as its source gave it
     * @param nowNs when it enters, by the engine's clock
     */
    public void record(int partition, long arrivalNs, long nowNs) {
      Entry entry = entry(partition);
      if (entry == null) {
        entry = new Entry();
        set(partition, entry);
      }
      entry.record(Recording.delayNs(arrivalNs, nowNs));
    }

    /** The partition leaves. */
    public void forget(int partition) {
      if (entry(partition) != null) {
        set(partition, null);
      }
      synchronized (EntryDelays.this) {
        gone.remove(partition);
      }
    }

    /** The publisher is closed: what it recorded stays. */
    public void close() {
      synchronized (EntryDelays.this) {
        writers.remove(this);
        for (int partition = 0; partition < entries.length; partition++) {
          if (entries[partition] != null) {
            gone.computeIfAbsent(partition, p -> new Sum()).add(entries[partition].all());
          }
        }
      }
    }

    private Entry entry(int partition) {
      Entry[] all = entries;
      return partition >= 0 && partition < all.length ? all[partition] : null;
    }

    private void set(int partition, Entry entry) {
      Entry[] all = entries;
      int length = partition < all.length ? all.length : Math.max(partition + 1, 2 * all.length);
      Entry[] changed = Arrays.copyOf(all, length);
      changed[partition] = entry;
      entries = changed;
    }
  }
}
