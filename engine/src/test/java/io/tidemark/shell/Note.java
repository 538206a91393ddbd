package io.tidemark.shell;

import io.tidemark.Event;

/** The event of the tests of threads and rings: it may hold on to an object. */
final class Note extends Event {
  long time;
  long key;
  long value;
  Object payload;

  @Override
  public void clear() {
    payload = null;
  }

  static void copy(Note from, Note to) {
    to.time = from.time;
    to.key = from.key;
    to.value = from.value;
    to.payload = from.payload;
  }
}
