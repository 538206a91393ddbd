package io.tidemark.bench.workload;

/**
 * The stream that all variants work on: a pure function from an event's number to the event.
 *
 * <p>Event {@code i} belongs to partition {@code i % 4} and has base time {@link #T0} + i / 1000
 * ms, so a second of event time holds a million events. Its timestamp lies before its base time by
 * a uniform 0 to 200 ms or, for one event in a thousand, by a uniform 251 to 5000 ms. With a bound
 * of 250 ms only the latter can be late. Keys are uniform, values uniform in [-524288, 524287]; all
 * come from one 64-bit hash, the draw, of (seed, i).
 *
 * <p>Immutable, any thread; an event costs two multiplications for the draw and one for each of
 * key, delay and rarity: about 5 ns in a loop.
 */
public final class Workload {

  /** Partitions; event {@code i} is in partition {@code i & (PARTITIONS - 1)}. */
  public static final int PARTITIONS = 4;

  /** Base time of event 0 in ms since the epoch, the beginning of a second. */
  public static final long T0 = 1_700_000_000_000L;

  /** How much disorder the watermark of a partition waits for, in ms. */
  public static final long BOUND_MS = 250;

  /** Width of the tumbling window, in ms. */
  public static final long WINDOW_MS = 1000;

  /** The largest delay of any event, in ms: no timestamp lies before {@code T0 - MAX_DELAY_MS}. */
  public static final long MAX_DELAY_MS = 5000;

  /** The seed of all published figures. */
  public static final long SEED = 42;

  private static final int EVENTS_PER_MS = 1000;
  private static final long COMMON_DELAYS = 201;
  private static final long RARE_MIN_DELAY_MS = 251;
  private static final long RARE_DELAYS = MAX_DELAY_MS - RARE_MIN_DELAY_MS + 1;
  private static final int RARE_PER_THOUSAND = 1;
  private static final long VALUE_MASK = (1 << 20) - 1;
  private static final long VALUE_OFFSET = 1 << 19;

  // The gamma and the two multipliers of splitmix64 (Steele, Lea, Flood 2014); the others are odd
  // random numbers.
  private static final long GAMMA = 0x9E3779B97F4A7C15L;
  private static final long MIX_1 = 0xBF58476D1CE4E5B9L;
  private static final long MIX_2 = 0x94D049BB133111EBL;
  private static final long DELAY_MIX = 0xD6E8FEB86659FD93L;
  private static final long RARITY_MIX = 0xA0761D6478BD642FL;
  private static final long KEY_SPREAD = 0xE7037ED1A0B428DBL;

  private final long seed;
  private final int keys;

  /**
   * Describes a stream.
   *
   * @param seed the same seed gives the same stream
   * @param keys how many different keys there are, at least 1
   */
  public Workload(long seed, int keys) {
    if (keys < 1) {
      throw new IllegalArgumentException("keys: " + keys + ", expected at least 1");
    }
    this.seed = seed;
    this.keys = keys;
  }

  /** How many different keys the stream draws from. */
  public int keys() {
    return keys;
  }

  /** The partition of event {@code i}. */
  public static int partition(long i) {
    return (int) i & (PARTITIONS - 1);
  }

  /** The base time of event {@code i} in ms: when it would be published by a clock. */
  public static long baseTime(long i) {
    return T0 + i / EVENTS_PER_MS;
  }

  /** The 64 random bits of event {@code i}, from which the other methods take their share. */
  public long draw(long i) {
    long z = seed + (i + 1) * GAMMA;
    z = (z ^ (z >>> 30)) * MIX_1;
    z = (z ^ (z >>> 27)) * MIX_2;
    return z ^ (z >>> 31);
  }

  /** The ordinal of the key of an event, 0 to {@code keys - 1}. */
  public int keyOrdinal(long draw) {
    return (int) (((draw >>> 32) * keys) >>> 32);
  }

  /**
   * The key of an event: its ordinal spread over 64 bits one to one, since keys that count from 0
   * would suit one hash function more than another.
   */
  public long key(long draw) {
    return keyOf(keyOrdinal(draw));
  }

  /** The key with this ordinal. */
  public static long keyOf(int ordinal) {
    return ordinal * KEY_SPREAD;
  }

  /** The value of an event. */
  public static long value(long draw) {
    return (draw & VALUE_MASK) - VALUE_OFFSET;
  }

  /** The timestamp of event {@code i} in ms: its base time less its delay. */
  public static long timestamp(long i, long draw) {
    return timestamp(i, draw, RARE_PER_THOUSAND);
  }

  /**
   * The same where more events, or fewer, have a long delay.
   *
   * @param rarePerThousand how many in a thousand, 0 to 1,000
   */
  public static long timestamp(long i, long draw, int rarePerThousand) {
    return baseTime(i) - delay(draw, (1L << 32) / 1000 * rarePerThousand);
  }

  private static long delay(long draw, long rareBelow) {
    long uniform = (draw * DELAY_MIX) >>> 32;
    return (draw * RARITY_MIX) >>> 32 < rareBelow
        ? RARE_MIN_DELAY_MS + ((uniform * RARE_DELAYS) >>> 32)
        : (uniform * COMMON_DELAYS) >>> 32;
  }
}
