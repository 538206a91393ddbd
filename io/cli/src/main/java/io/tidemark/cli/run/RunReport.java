package io.tidemark.cli.run;

import io.tidemark.cli.job.JobFile;
import io.tidemark.counters.Counters;
import java.util.Optional;

/**
 * How a run went.
 *
 * @param status the exit status
 * @param job the job, where the run ended well
 * @param counters what was counted, where the run ended well
 */
public record RunReport(int status, Optional<JobFile> job, Optional<Counters> counters) {
  static RunReport failed(int status) {
    return new RunReport(status, Optional.empty(), Optional.empty());
  }

  static RunReport of(JobFile job, Counters counters) {
    return new RunReport(ExitStatus.OK, Optional.of(job), Optional.of(counters));
  }
}
