package io.tidemark.journal;

/**
 * What an append does when the disk, or the roll file's index, has no room. There is no policy that
 * waits: a caller that may wait does so between two appends, where it can also be stopped.
 */
public enum WhenFull {
  /** Throw {@link JournalFullException}. */
  FAIL,
  /** Return false and count the record in {@link JournalWriter#refused()}. */
  DROP
}
