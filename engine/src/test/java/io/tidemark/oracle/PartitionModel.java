package io.tidemark.oracle;

import static io.tidemark.oracle.Exact.big;

import java.math.BigInteger;
import java.util.Arrays;

/** What is known of a partition that takes part. */
final class PartitionModel {
  private final Settings settings;

  /** For each kind of event, the largest watermark it justifies. */
  private final long[] justified;

  /** When each kind of event was heard of last, in ns; null: nobody has listened yet. */
  private final BigInteger[] heard;

  /** Whether its events have a say at ticks, too: from the start, or from the first one on. */
  private boolean listens;

  private long reached = Long.MIN_VALUE;

  /** When it last gave a sign of life, in ns; null: not since the clock started. */
  private BigInteger lastSign;

  /** Left out of the minimum until its next sign of life. */
  private boolean idle;

  PartitionModel(Settings settings, boolean declared) {
    this.settings = settings;
    this.listens = declared;
    this.justified = new long[settings.strategy().bounds().size()];
    this.heard = new BigInteger[justified.length];
    Arrays.fill(justified, Long.MIN_VALUE);
  }

  long watermark() {
    return reached;
  }

  boolean isIdle() {
    return idle;
  }

  void becomeIdle() {
    idle = true;
  }

  /**
   * A sign of life.
   *
   * @param now null before the clock has started
   */
  void live(BigInteger now) {
    idle = false;
    lastSign = now;
  }

  void given(long watermark) {
    reached = Math.max(reached, watermark);
  }

  void event(Step.Event event, BigInteger now) {
    listens = true;
    listen(now);
    int kind = settings.strategy().kindOf(event.value());
    heard[kind] = now;
    justified[kind] =
        Math.max(justified[kind], settings.strategy().watermark(event.timestamp(), kind));
    emit(now);
  }

  /** Time has come to this tick, and the partition is not idle. */
  void tick(BigInteger time) {
    if (listens) {
      listen(time);
      emit(time);
    }
  }

  /** When it is idle for its silence, if nothing is heard of it until then. */
  BigInteger silentAt(BigInteger start, long idlenessNs) {
    return (lastSign == null ? start : lastSign).add(big(idlenessNs));
  }

  private void listen(BigInteger now) {
    if (heard[0] == null) {
      Arrays.fill(heard, now);
    }
  }

  /** The smallest over the kinds that are not silent: with a single kind, which is not, its own. */
  private void emit(BigInteger now) {
    boolean some = false;
    long smallest = Long.MAX_VALUE;
    for (int kind = 0; kind < heard.length; kind++) {
      if (!isSilent(kind, now)) {
        some = true;
        smallest = Math.min(smallest, justified[kind]);
      }
    }
    if (some) {
      reached = Math.max(reached, smallest);
    }
  }

  private boolean isSilent(int kind, BigInteger now) {
    return heard.length > 1
        && settings.idlenessNs().isPresent()
        && now.subtract(heard[kind]).compareTo(big(settings.idlenessNs().getAsLong())) >= 0;
  }
}
