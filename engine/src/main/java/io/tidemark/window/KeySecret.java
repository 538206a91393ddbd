package io.tidemark.window;

import java.security.SecureRandom;
import java.util.SplittableRandom;

/**
 * A hash that nobody can choose keys for: two multiplications by random numbers, MurmurHash3's
 * finaliser (Austin Appleby, public domain) with secrets in place of its constants.
 *
 * <p>Different in each run and each table. No result and no order may depend on it: rows lie in the
 * order in which keys were first seen. Immutable; any thread.
 */
final class KeySecret {
  private static final SplittableRandom SECRETS =
      new SplittableRandom(new SecureRandom().nextLong());

  private final long mask;
  private final long first;
  private final long second;

  private KeySecret(SplittableRandom random) {
    this.mask = random.nextLong();
    this.first = random.nextLong() | 1;
    this.second = random.nextLong() | 1;
  }

  /** A new one. */
  static KeySecret next() {
    synchronized (SECRETS) {
      return new KeySecret(SECRETS);
    }
  }

  /** The hash; its upper bits are the better ones. */
  long hash(long key) {
    long hash = (key ^ mask) * first;
    return (hash ^ (hash >>> 32)) * second;
  }
}
