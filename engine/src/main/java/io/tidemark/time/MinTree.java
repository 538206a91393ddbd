package io.tidemark.time;

import java.util.Arrays;

/**
 * The smallest of many longs that change one at a time: a tournament tree (D. Knuth, The Art of
 * Computer Programming, volume 3, 5.4.1). Each inner node holds the smaller of its two children, so
 * the root holds the smallest of all; a change goes up until a node stays as it was.
 *
 * <pre>
 *            [1]
 *        [2]     [3]       node n has the children 2n and 2n + 1;
 *      [4] [5] [6] [7]     place p is node length / 2 + p
 * </pre>
 *
 * <p>Cost of a change: O(log places) at worst. Where places rise in random order few changes go
 * beyond their neighbour: two steps on average, however many places there are. Where they rise
 * strictly in turn each rise is that of the smallest, and most of them go all the way. One writer:
 * the time stage.
 */
final class MinTree {
  /** What is at a place that holds nothing: no number is larger. */
  static final long NOTHING = Long.MAX_VALUE;

  private long[] nodes;

  /** A tree with nothing at any of its places, of which there are {@code places} or more. */
  MinTree(int places) {
    nodes = new long[2 * powerOfTwo(places)];
    Arrays.fill(nodes, NOTHING);
  }

  /** How many places there are. */
  int places() {
    return nodes.length >> 1;
  }

  /** The smallest number at any place. */
  long min() {
    return nodes[1];
  }

  /** The place of the smallest number; of several the first. */
  int placeOfMin() {
    int node = 1;
    while (node < places()) {
      node = nodes[2 * node] == nodes[node] ? 2 * node : 2 * node + 1;
    }
    return node - places();
  }

  /** The nodes themselves, until the tree grows: for {@link PartitionView}. */
  long[] nodes() {
    return nodes;
  }

  long at(int place) {
    return nodes[places() + place];
  }

  /**
   * Puts a number at a place.
   *
   * @return whether the smallest one may have changed
   */
  boolean set(int place, long value) {
    int node = places() + place;
    // Opaque: other threads may look at the leaves.
    PartitionView.LONGS.setOpaque(nodes, node, value);
    long smaller = value;
    while (node > 1) {
      smaller = Math.min(smaller, nodes[node ^ 1]);
      node >>= 1;
      if (nodes[node] == smaller) {
        return false;
      }
      nodes[node] = smaller;
    }
    return true;
  }

  /** Makes room for {@code places} or more; the new ones hold nothing. */
  void grow(int places) {
    MinTree larger = new MinTree(places);
    System.arraycopy(nodes, places(), larger.nodes, larger.places(), places());
    for (int node = larger.places() - 1; node > 0; node--) {
      larger.nodes[node] = Math.min(larger.nodes[2 * node], larger.nodes[2 * node + 1]);
    }
    nodes = larger.nodes;
  }

  private static int powerOfTwo(int places) {
    return Integer.highestOneBit(Math.max(2 * places - 1, 1));
  }
}
