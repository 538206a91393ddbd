package io.tidemark.scenario;

import io.tidemark.Engine;
import io.tidemark.Publisher;
import java.util.SplittableRandom;

/**
 * A stream of events, 10 ms apart on average, of 10 keys. Half of them come in order; the disorder
 * of the others is spread evenly over orders of magnitude, up to 60 s.
 */
final class RandomStream {
  private static final int KEYS = 10;
  private static final double LARGEST_DISORDER = 60_000;

  private final SplittableRandom random;
  private final int count;
  private int partitions = 1;
  private boolean sleepy;
  private int published;
  private long now;
  private long largest = Long.MIN_VALUE;

  RandomStream(long seed, int count) {
    this.random = new SplittableRandom(seed);
    this.count = count;
  }

  /** Events are of any of so many partitions. */
  RandomStream partitions(int newPartitions) {
    partitions = newPartitions;
    return this;
  }

  /** Partitions go idle, wake, leave and end now and then. */
  RandomStream sleepy() {
    sleepy = true;
    return this;
  }

  /** Publishes the next event, or control item, unless that was all. */
  boolean publishNext(Engine<Sample> engine) {
    if (published == count) {
      return false;
    }
    published++;
    Publisher<Sample> publisher = engine.publisher();
    int partition = random.nextInt(partitions);
    if (sleepy && random.nextInt(50) == 0) {
      control(publisher, partition);
    } else {
      Sample sample = publisher.claim();
      fill(sample);
      publisher.publish(partition, now * 1_000_000);
    }
    return true;
  }

  void publishAll(Engine<Sample> engine) {
    while (publishNext(engine)) {
      // Until there are no more.
    }
  }

  /** Publishes all events, so many at a time. */
  void publishInBatches(Engine<Sample> engine, int size) {
    Publisher<Sample> publisher = engine.publisher();
    while (published < count) {
      int batch = Math.min(size, count - published);
      publisher.claim(batch);
      for (int i = 0; i < batch; i++) {
        int partition = random.nextInt(partitions);
        fill(publisher.event(i));
        publisher.set(i, partition, now * 1_000_000);
      }
      publisher.publishClaimed(batch);
      published += batch;
    }
  }

  /** The largest timestamp published. */
  long largestTimestamp() {
    return largest;
  }

  /** How far an event can lie behind an earlier one. */
  long largestDisorder() {
    return (long) LARGEST_DISORDER;
  }

  private void fill(Sample sample) {
    now += random.nextInt(20);
    sample.time = now - disorder();
    sample.key = random.nextInt(KEYS);
    sample.value = random.nextInt(1_000);
    largest = Math.max(largest, sample.time);
  }

  private void control(Publisher<Sample> publisher, int partition) {
    switch (random.nextInt(3)) {
      case 0 -> publisher.idle(partition);
      case 1 -> publisher.active(partition, now * 1_000_000);
      default -> publisher.leave(partition);
    }
  }

  private long disorder() {
    return random.nextBoolean() ? 0 : (long) Math.pow(LARGEST_DISORDER, random.nextDouble());
  }
}
