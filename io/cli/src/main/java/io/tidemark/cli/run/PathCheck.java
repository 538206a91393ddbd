package io.tidemark.cli.run;

import io.tidemark.cli.job.JobAdaptive;
import io.tidemark.cli.job.JobFile;
import io.tidemark.cli.job.JobFileException;
import io.tidemark.cli.job.JobInput;
import io.tidemark.files.ByteInput;
import io.tidemark.files.CsvOutput;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sees to it that no two things a job file names are at one place, whatever links and dots lead
 * there: a run must not write over its own input, nor one output over the other or below it.
 */
final class PathCheck {
  private static final String PART = ".part";

  private final JobFile job;

  /** Who is at a place; the names are those of messages. */
  private final Map<Path, String> taken = new LinkedHashMap<>();

  private PathCheck(JobFile job) {
    this.job = job;
  }

  /**
   * Checks the paths of a job file.
   *
   * @throws JobFileException names the key, the path and what else is there
   */
  static void check(JobFile job) throws JobFileException {
    PathCheck check = new PathCheck(job);
    check.taken.put(place(job.path()), "the job file itself");
    check.inputs();
    Optional<String> boundsFrom = job.watermarks().adaptive().flatMap(JobAdaptive::boundsFrom);
    if (boundsFrom.isPresent()) {
      check.taken.putIfAbsent(place(job.resolve(boundsFrom.get())), "watermarks.bounds-from");
    }
    check.output("output.results", job.output().results());
    check.output("output.late", job.output().late());
    check.output("output.rejected", job.output().rejected());
    check.output("output.quarantined", job.output().quarantined());
    if (job.output().journal().isPresent()) {
      String journal = job.output().journal().get();
      check.take("output.journal", journal, job.resolve(journal), "output.journal");
    }
  }

  private void inputs() throws JobFileException {
    JobInput input = job.input();
    if (input.paths().contains(ByteInput.STANDARD_INPUT)) {
      return;
    }
    for (int i = 0; i < input.paths().size(); i++) {
      String path = input.paths().get(i);
      String other = taken.putIfAbsent(place(job.resolve(path)), input.setting(i));
      if (other != null && input.areSeveral()) {
        String found = "'" + path + "' is also " + other;
        throw job.problem(input.setting(i), found + "; expected each input once");
      }
    }
  }

  private void output(String key, Optional<String> written) throws JobFileException {
    if (written.isEmpty() || written.get().equals(CsvOutput.STANDARD_OUTPUT)) {
      return;
    }
    Path path = job.resolve(written.get());
    take(key, written.get(), path, key);
    if (path.getFileName() != null) {
      Path part = path.resolveSibling(path.getFileName() + PART);
      take(key, written.get() + PART, part, "the unfinished file of " + key);
    }
  }

  private void take(String key, String written, Path path, String who) throws JobFileException {
    Path place = place(path);
    for (Map.Entry<Path, String> other : taken.entrySet()) {
      String relation = relation(place, other.getKey());
      if (!relation.isEmpty()) {
        String found = "'" + written + "' is " + relation + " " + other.getValue();
        throw job.problem(key, found + "; expected a path of its own");
      }
    }
    taken.put(place, who);
  }

  /** What stands between two files that cannot both be; empty where they can. */
  private static String relation(Path place, Path other) {
    if (place.equals(other)) {
      return "also";
    }
    return place.startsWith(other) ? "below" : other.startsWith(place) ? "a folder of" : "";
  }

  /** Where a path leads: the real place of what is there of it, and the names that are not yet. */
  private static Path place(Path path) {
    Path absolute = path.toAbsolutePath();
    Path there = absolute;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    try {
      Path real = there.toRealPath();
      for (int i = there.getNameCount(); i < absolute.getNameCount(); i++) {
        real = real.resolve(absolute.getName(i));
      }
      return real.normalize();
    } catch (IOException e) {
      // Gone or out of reach by now: whoever opens it will say so.
      return absolute.normalize();
    }
  }
}
