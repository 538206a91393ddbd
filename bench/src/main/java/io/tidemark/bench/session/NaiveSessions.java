package io.tidemark.bench.session;

import io.tidemark.bench.workload.Digest;
import io.tidemark.bench.workload.Outcome;
import io.tidemark.bench.workload.Workload;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.TreeMap;

/**
 * The floor: what anyone writes in an hour with the JDK's own maps, correct and with no thought for
 * speed: a tree of sessions a key, and a queue of all sessions by their end that leaves out those
 * that have grown or are gone.
 */
final class NaiveSessions implements SessionJob {

  private final Workload workload;
  private final Digest digest = new Digest();
  private final Map<Long, TreeMap<Long, Session>> sessions = new HashMap<>();
  private final PriorityQueue<Due> due = new PriorityQueue<>();
  private final long[] newest = new long[Workload.PARTITIONS];

  private long watermark = Long.MIN_VALUE;
  private long events;
  private long late;

  NaiveSessions(Workload workload) {
    this.workload = workload;
    Arrays.fill(newest, Long.MIN_VALUE + Workload.BOUND_MS);
  }

  private static final class Session {
    final long key;
    long start;
    long end;
    long count;
    long sum;
    long min = Long.MAX_VALUE;
    long max = Long.MIN_VALUE;
    boolean gone;

    Session(long key, long start) {
      this.key = key;
      this.start = start;
      this.end = start + GAP_MS;
    }

    void add(long value) {
      count++;
      sum += value;
      min = Math.min(min, value);
      max = Math.max(max, value);
    }

    void merge(Session other) {
      start = Math.min(start, other.start);
      end = Math.max(end, other.end);
      count += other.count;
      sum += other.sum;
      min = Math.min(min, other.min);
      max = Math.max(max, other.max);
      other.gone = true;
    }
  }

  /** A session, and its end when this was noted. */
  private record Due(Session session, long end) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      return Long.compare(end, other.end);
    }
  }

  @Override
  public Outcome advanceTo(long end) {
    for (; events < end; events++) {
      accept(events);
    }
    return digest.outcome(late);
  }

  @Override
  public Outcome finish() {
    fire(Long.MAX_VALUE);
    return digest.outcome(late);
  }

  private void accept(long i) {
    long draw = workload.draw(i);
    long timestamp = Workload.timestamp(i, draw);
    long key = workload.key(draw);
    TreeMap<Long, Session> ofKey = sessions.computeIfAbsent(key, k -> new TreeMap<>());
    Session session = new Session(key, timestamp);
    for (Map.Entry<Long, Session> near = ofKey.floorEntry(session.end);
        near != null && near.getValue().end >= timestamp;
        near = ofKey.floorEntry(session.end)) {
      ofKey.remove(near.getKey());
      session.merge(near.getValue());
    }
    if (session.end <= watermark) {
      late++;
      if (ofKey.isEmpty()) {
        sessions.remove(key);
      }
    } else {
      session.add(Workload.value(draw));
      ofKey.put(session.start, session);
      due.add(new Due(session, session.end));
    }
    int partition = Workload.partition(i);
    newest[partition] = Math.max(newest[partition], timestamp);
    watermark = least(newest) - Workload.BOUND_MS;
    fire(watermark);
  }

  private static long least(long[] values) {
    long least = values[0];
    for (long value : values) {
      least = Math.min(least, value);
    }
    return least;
  }

  private void fire(long upTo) {
    while (!due.isEmpty() && due.peek().end <= upTo) {
      Session s = due.poll().session;
      if (!s.gone) {
        s.gone = true;
        digest.add(s.key, s.start, s.end, s.count, s.sum, s.min, s.max);
        TreeMap<Long, Session> ofKey = sessions.get(s.key);
        ofKey.remove(s.start);
        if (ofKey.isEmpty()) {
          sessions.remove(s.key);
        }
      }
    }
  }
}
