package io.tidemark.oracle;

import java.util.List;

/**
 * Where the events went: published = rejected + filtered + accepted.
 *
 * @param published all events and rejected rows of the script
 * @param rejected rejected rows, and events whose timestamp does not fit
 * @param filtered what the job's filter dropped
 * @param accepted what the window definitions saw
 * @param windows one for each window definition, in the job's order
 */
public record Accounting(
    long published, long rejected, long filtered, long accepted, List<WindowCounts> windows) {

  public Accounting {
    windows = List.copyOf(windows);
  }

  /**
   * Where the events went in one window definition: accepted = counted + tooLate + unassigned.
   *
   * @param counted in at least one window
   * @param tooLate in none, since all were closed; or in none at all and behind the watermark by
   *     more than the allowed lateness
   * @param unassigned in no window at all (slide > size), and not too late
   * @param dropped those of the too late that were dropped
   * @param adjusted those of the too late that counted at another time
   * @param partlyLate those of the counted that were too late for some of their windows
   */
  public record WindowCounts(
      long counted, long tooLate, long unassigned, long partlyLate, long dropped, long adjusted) {
    /** All that is too late went to a side output. */
    public WindowCounts(long counted, long tooLate, long unassigned, long partlyLate) {
      this(counted, tooLate, unassigned, partlyLate, 0, 0);
    }
  }
}
