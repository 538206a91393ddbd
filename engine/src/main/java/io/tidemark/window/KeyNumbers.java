package io.tidemark.window;

import java.util.Arrays;

/**
 * Small numbers of keys, for the definitions that share panes: a key has one for as long as any of
 * them knows it. One writer: the stage that runs the windows.
 */
final class KeyNumbers {
  private final KeyTable keys = new KeyTable(1);

  /** How many definitions share the panes. */
  private int definitions;

  /** For each number, how many definitions know the key. */
  private int[] knownBy = new int[16];

  /** How many keys not all definitions know. */
  private int partly;

  /** One more definition, before the first key. */
  void addDefinition() {
    definitions++;
  }

  /** The key's number, or -1. */
  int find(long key) {
    return keys.find(key);
  }

  /**
   * The numbers of several keys, up to the first that has none, or that not all definitions know.
   *
   * @param numberOf takes the numbers, at the keys' places
   * @return the place of that key, or {@code to}
   */
  int findAll(long[] keysToFind, int from, int to, int[] numberOf) {
    int end = keys.findAll(keysToFind, from, to, numberOf);
    if (partly == 0) {
      return end;
    }
    int i = from;
    while (i < end && isKnownToAll(numberOf[i])) {
      i++;
    }
    return i;
  }

  /** Whether all definitions know the key with this number. */
  boolean isKnownToAll(int number) {
    return knownBy[number] == definitions;
  }

  /** Whether all definitions know all keys. */
  boolean areAllKnownToAll() {
    return partly == 0;
  }

  /** How many numbers there are, unused ones among them. */
  int size() {
    return keys.size();
  }

  long key(int number) {
    return keys.rows()[number];
  }

  /** The key's number; it is given one if it has none, which a definition is to {@link #know}. */
  int numberOf(long key) {
    int number = keys.find(key);
    if (number >= 0) {
      return number;
    }
    int added = keys.rowOf(key);
    if (added >= knownBy.length) {
      knownBy = Arrays.copyOf(knownBy, Math.max(added + 1, knownBy.length * 2));
    }
    knownBy[added] = 0;
    partly++;
    return added;
  }

  /** One more definition knows the key. */
  void know(int number) {
    knownBy[number]++;
    partly -= isKnownToAll(number) ? 1 : 0;
  }

  /** A definition forgets the key; with the last one the number is free for another. */
  void forget(int number) {
    partly += isKnownToAll(number) ? 1 : 0;
    if (--knownBy[number] == 0) {
      partly--;
      keys.remove(number);
    }
  }
}
