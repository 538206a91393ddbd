package io.tidemark.window;

/**
 * Finds sessions by key and time: the index leads to the tree of the key's sessions, whose root is
 * the one that was used last.
 *
 * <p>One writer: the stage that runs the windows.
 */
final class KeySessions {
  private final SessionRows rows;
  private final SessionIndex keys;
  private final SessionTree tree;

  // Where the last search ended: the key's place, and the session nearest to the time, or 0.
  private int place;
  private int near;

  KeySessions(SessionRows rows) {
    this.rows = rows;
    this.keys = new SessionIndex(rows);
    this.tree = new SessionTree(rows);
  }

  /**
   * The last session of the key that [start, end] touches, or 0. Cost: a look-up of the key and,
   * unless the session used last reaches over this time, a search among the key's sessions.
   */
  int lastTouched(long key, long start, long end) {
    place = keys.placeOf(key);
    near = keys.root(place);
    if (near != 0 && !rows.covers(near, start, end)) {
      near = tree.lastUpTo(near, end);
      keys.setRoot(place, near);
    }
    return near != 0 && rows.touches(near, start, end) ? near : 0;
  }

  /** Adds a session where {@link #lastTouched} has just found none. */
  void add(int session) {
    tree.add(near, session);
    if (near == 0) {
      keys.add(place, session);
    } else {
      keys.setRoot(place, session);
    }
  }

  /** The session before one that was just found or told of, or 0. */
  int before(int session) {
    return tree.before(session);
  }

  /** Takes out the session before this one, which {@link #before} has just told. */
  void removeBefore(int session) {
    tree.removeBefore(session);
  }

  /** Takes the session out. */
  void remove(int session) {
    int at = keys.placeOf(rows.key(session));
    int root = tree.remove(keys.root(at), session);
    if (root == 0) {
      keys.remove(at);
    } else {
      keys.setRoot(at, root);
    }
  }
}
