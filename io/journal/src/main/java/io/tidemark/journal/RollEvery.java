package io.tidemark.journal;

/** When a journal goes on in a new file, in UTC. Whole files are what retention deletes. */
public enum RollEvery {
  /** Up to 268 million records a file. */
  HOUR,
  /** Up to 4.29 billion records a file. */
  DAY
}
