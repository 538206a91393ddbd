package io.tidemark.files;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Gives each text a small id, dense from 0 in order of first sight, and keeps the text for it.
 * Finding a known text allocates nothing and costs a hash over its bytes, a probe or two and one
 * comparison. Texts are kept as bytes in large chunks that never move.
 *
 * <p>Threads: {@link #idOf} belongs to one thread. Another thread may ask for the text of an id
 * that was handed to it safely (through a ring, a volatile field, a queue): what that id needs was
 * written before the hand-over, and the arrays that later growth puts in its place are published
 * through a volatile field, with their content.
 */
public final class SymbolTable {
  private static final int CHUNK_BITS = 16;
  private static final int CHUNK_SIZE = 1 << CHUNK_BITS;
  private static final int MAX_IDS = 1 << 29;

  /** Where the texts are. Its arrays are filled in place and replaced when they are full. */
  private static final class Texts {
    final byte[][] arrays;
    final int[] starts;
    final int[] lengths;

    Texts(byte[][] arrays, int[] starts, int[] lengths) {
      this.arrays = arrays;
      this.starts = starts;
      this.lengths = lengths;
    }

    Texts grown() {
      int length = 2 * starts.length;
      return new Texts(
          Arrays.copyOf(arrays, length),
          Arrays.copyOf(starts, length),
          Arrays.copyOf(lengths, length));
    }
  }

  private volatile Texts published;

  /** The same as {@link #published}, for the writing thread. */
  private Texts texts = new Texts(new byte[16][], new int[16], new int[16]);

  /**
   * The hash of each id, so that growth does not read the texts and few wrong ones are compared.
   */
  private int[] hashes = new int[16];

  /** Id + 1 by hash, open addressing with linear probing, at most half full; 0 is free. */
  private int[] index = new int[32];

  private byte[] chunk = new byte[CHUNK_SIZE];
  private int chunkEnd;
  private int size;

  /** An empty table. */
  public SymbolTable() {
    published = texts;
  }

  /** How many texts there are; for the writing thread. */
  public int size() {
    return size;
  }

  /** The id of a text, which gets the next one if it is new. */
  public int idOf(byte[] bytes, int start, int length) {
    int hash = ByteHash.of(bytes, start, length);
    int at = place(hash, bytes, start, length);
    return index[at] != 0 ? index[at] - 1 : add(hash, at, bytes, start, length);
  }

  /** The id of a text, or -1 if it has none. */
  public int find(byte[] bytes, int start, int length) {
    return index[place(ByteHash.of(bytes, start, length), bytes, start, length)] - 1;
  }

  /** Where in the index the text is, or would be. */
  private int place(int hash, byte[] bytes, int start, int length) {
    int mask = index.length - 1;
    int at = hash & mask;
    while (index[at] != 0) {
      int id = index[at] - 1;
      if (hashes[id] == hash && isText(id, bytes, start, length)) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  /** The id of a text, which gets the next one if it is new; allocates. */
  public int idOf(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return idOf(bytes, 0, bytes.length);
  }

  private boolean isText(int id, byte[] bytes, int start, int length) {
    int from = texts.starts[id];
    return texts.lengths[id] == length
        && Arrays.equals(texts.arrays[id], from, from + length, bytes, start, start + length);
  }

  private int add(int hash, int at, byte[] bytes, int start, int length) {
    int id = size;
    if (id == texts.starts.length) {
      grow();
    }
    store(id, bytes, start, length);
    hashes[id] = hash;
    index[at] = id + 1;
    size++;
    if (2 * size > index.length) {
      rehash();
    }
    return id;
  }

  private void grow() {
    if (size >= MAX_IDS) {
      throw new IllegalStateException("more than " + MAX_IDS + " different texts");
    }
    texts = texts.grown();
    hashes = Arrays.copyOf(hashes, texts.starts.length);
    published = texts;
  }

  private void store(int id, byte[] bytes, int start, int length) {
    if (length > CHUNK_SIZE / 4) {
      texts.arrays[id] = Arrays.copyOfRange(bytes, start, start + length);
    } else {
      if (CHUNK_SIZE - chunkEnd < length) {
        chunk = new byte[CHUNK_SIZE];
        chunkEnd = 0;
      }
      System.arraycopy(bytes, start, chunk, chunkEnd, length);
      texts.arrays[id] = chunk;
      texts.starts[id] = chunkEnd;
      chunkEnd += length;
    }
    texts.lengths[id] = length;
  }

  private void rehash() {
    int[] larger = new int[2 * index.length];
    int mask = larger.length - 1;
    for (int id = 0; id < size; id++) {
      int at = hashes[id] & mask;
      while (larger[at] != 0) {
        at = (at + 1) & mask;
      }
      larger[at] = id + 1;
    }
    index = larger;
  }

  /** Shows the text of an id; valid for ever. See above for other threads. */
  public void text(int id, Slice into) {
    Texts all = published;
    into.set(all.arrays[id], all.starts[id], all.lengths[id]);
  }

  /** The text of an id; allocates. See above for other threads. */
  public String text(int id) {
    Texts all = published;
    return new String(all.arrays[id], all.starts[id], all.lengths[id], StandardCharsets.UTF_8);
  }
}
