package io.tidemark.window;

import io.tidemark.aggregate.RowCode;
import java.util.Arrays;

/**
 * Merges the states of sessions: that of the session which was seen first counts as the earlier
 * one. One writer: the stage that runs the windows.
 */
final class SessionStates {
  private final SessionRows rows;
  private final RowCode code;
  private final int stateAt;

  /**
   * The states in these rows.
   *
   * @param stateAt where they begin in a row
   */
  SessionStates(SessionRows rows, RowCode code, int stateAt) {
    this.rows = rows;
    this.code = code;
    this.stateAt = stateAt;
  }

  /** Takes the state of another session into that of this one. */
  void absorb(int session, int other) {
    long[] array = rows.array();
    int state = rows.at(session) + stateAt;
    int otherState = rows.at(other) + stateAt;
    if (rows.first(other) < rows.first(session)) {
      code.merge(array, otherState, array, state);
      System.arraycopy(array, otherState, array, state, code.width());
      rows.setFirst(session, rows.first(other));
    } else {
      code.merge(array, state, array, otherState);
    }
  }

  /**
   * As {@link #absorb} would take in all sessions before this one that [start, end] touches, but in
   * a copy of its state.
   *
   * @param closedUpTo sessions that end by then wait to be closed, and are left out
   */
  void absorbInCopy(
      long[] copy, int session, KeySessions keys, long start, long end, long closedUpTo) {
    long first = rows.first(session);
    for (int before = keys.before(session);
        before != 0 && rows.touches(before, start, end) && rows.end(before) > closedUpTo;
        before = keys.before(before)) {
      int at = rows.at(before) + stateAt;
      long[] other = Arrays.copyOfRange(rows.array(), at, at + copy.length);
      if (rows.first(before) < first) {
        first = rows.first(before);
        code.merge(other, 0, copy, 0);
        System.arraycopy(other, 0, copy, 0, copy.length);
      } else {
        code.merge(copy, 0, other, 0);
      }
    }
  }
}
