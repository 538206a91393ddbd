package io.tidemark.bench.table;

/**
 * The finaliser of MurmurHash3 for 64 bits (Appleby 2011): two multiplications, no pattern of keys
 * defeats it.
 */
final class Mixer {

  private Mixer() {}

  static long mix(long key) {
    long h = key;
    h = (h ^ (h >>> 33)) * 0xFF51AFD7ED558CCDL;
    h = (h ^ (h >>> 33)) * 0xC4CEB9FE1A85EC53L;
    return h ^ (h >>> 33);
  }
}
