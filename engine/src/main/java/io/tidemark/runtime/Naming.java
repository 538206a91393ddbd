package io.tidemark.runtime;

import io.tidemark.aggregate.AggregateException;
import io.tidemark.time.WatermarkException;

/** Puts the job's name to what the kernel says of code of the user's that threw. Any thread. */
final class Naming {
  private final String job;

  Naming(String job) {
    this.job = job;
  }

  /** What a function of an aggregate threw, with what was thrown after it. */
  RuntimeException named(AggregateException thrown) {
    RuntimeException named = new UserCodeException(job, thrown.function(), thrown.getCause());
    for (Throwable later : thrown.getSuppressed()) {
      named.addSuppressed(later);
    }
    return named;
  }

  /** With the job's name, where it says what a generator or an id of the user's threw. */
  RuntimeException named(WatermarkException thrown) {
    return thrown.getCause() == null ? thrown : new UserCodeException(job, thrown);
  }
}
