package io.tidemark.window;

/**
 * The sessions of a key in order of time: a splay tree over their rows' links.
 *
 * <p>No two sessions of a key touch, so they are ordered by start and by end alike. A tree is known
 * by its root, and whatever was looked for becomes the root: events of one key come mostly to the
 * session that the last one came to, which then costs no search at all.
 *
 * <p>Source: D. D. Sleator and R. E. Tarjan, Self-adjusting binary search trees, Journal of the ACM
 * 32 (1985), splaying from the top. Cost: O(log n) amortised for n open sessions of the key, a few
 * reads where there are one or two. One writer: the stage that runs the windows.
 */
final class SessionTree {
  /** Its links hold what lies left and right of the path while splaying. */
  private static final int SCRATCH = 0;

  private final SessionRows rows;

  SessionTree(SessionRows rows) {
    this.rows = rows;
  }

  /**
   * Makes the last session that starts at this time or before it the root; any later one if there
   * is no such session.
   *
   * @return the root
   */
  int lastUpTo(int root, long time) {
    int near = splay(root, time);
    int earlier = rows.left(near);
    if (rows.start(near) <= time || earlier == 0) {
      return near;
    }
    int last = splay(earlier, time);
    rows.setLeft(near, 0);
    rows.setRight(last, near);
    return last;
  }

  /** The session before the root, or 0; it is the root's left link then, with nothing between. */
  int before(int root) {
    int earlier = rows.left(root);
    if (earlier != 0) {
      earlier = splay(earlier, rows.start(root));
      rows.setLeft(root, earlier);
    }
    return earlier;
  }

  /** Takes out the session before the root, which {@link #before} has just found. */
  void removeBefore(int root) {
    rows.setLeft(root, rows.left(rows.left(root)));
  }

  /**
   * Adds a session right behind the root or right before all sessions.
   *
   * @param root what {@link #lastUpTo} gave for a time in the new session, or 0
   * @param added the new one, which becomes the root
   */
  void add(int root, int added) {
    if (root == 0) {
      rows.setLeft(added, 0);
      rows.setRight(added, 0);
    } else if (rows.start(root) < rows.start(added)) {
      rows.setLeft(added, root);
      rows.setRight(added, rows.right(root));
      rows.setRight(root, 0);
    } else {
      rows.setLeft(added, 0);
      rows.setRight(added, root);
    }
  }

  /**
   * Takes this session of the tree out.
   *
   * @return the root of what is left, or 0
   */
  int remove(int root, int session) {
    splay(root, rows.start(session));
    int last = before(session);
    if (last == 0) {
      return rows.right(session);
    }
    rows.setRight(last, rows.right(session));
    return last;
  }

  /** Makes the session with this start the root, or one of the two that it would lie between. */
  private int splay(int root, long start) {
    int near = root;
    int before = SCRATCH;
    int after = SCRATCH;
    while (true) {
      long own = rows.start(near);
      if (start < own) {
        int child = rows.left(near);
        if (child != 0 && start < rows.start(child)) {
          rows.setLeft(near, rows.right(child));
          rows.setRight(child, near);
          near = child;
          child = rows.left(near);
        }
        if (child == 0) {
          break;
        }
        rows.setLeft(after, near);
        after = near;
        near = child;
      } else if (start > own) {
        int child = rows.right(near);
        if (child != 0 && start > rows.start(child)) {
          rows.setRight(near, rows.left(child));
          rows.setLeft(child, near);
          near = child;
          child = rows.right(near);
        }
        if (child == 0) {
          break;
        }
        rows.setRight(before, near);
        before = near;
        near = child;
      } else {
        break;
      }
    }
    // The links of the last ones on either side first: without a path they are the scratch ones.
    rows.setRight(before, rows.left(near));
    rows.setLeft(after, rows.right(near));
    rows.setLeft(near, rows.right(SCRATCH));
    rows.setRight(near, rows.left(SCRATCH));
    return near;
  }
}
