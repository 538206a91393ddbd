package io.tidemark.cli.job;

import io.tidemark.cli.expression.Expressions;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * A job file that has been read and found right, as far as that can be told without opening what it
 * names. Immutable.
 *
 * @param path the file itself
 * @param name the job's name
 * @param input where the events come from
 * @param expressions which rows count, and what is derived from them
 * @param watermarks how watermarks are made
 * @param windows the window definitions, in the order written
 * @param carried what is carried forward, in the order written; windows or these are there
 * @param output where the output goes
 * @param lines the line of each key, by its path such as {@code input.timestamp.unit}
 */
public record JobFile(
    Path path,
    String name,
    JobInput input,
    Expressions expressions,
    JobWatermarks watermarks,
    List<JobWindow> windows,
    List<JobCarried> carried,
    JobOutput output,
    Map<String, Integer> lines) {

  /** A path of the job file, which is relative to the file's own folder. */
  public Path resolve(String written) {
    return path.resolveSibling(written);
  }

  /**
   * What is wrong with a key's value, in the form of all messages about a job file.
   *
   * @param key the key's path
   * @param what the value and what was expected
   */
  public JobFileException problem(String key, String what) {
    return problem(key + ": " + what);
  }

  /**
   * What is wrong, as {@code KEY: WHAT}, or without a key. The line of the key is told if it has
   * one.
   */
  public JobFileException problem(String what) {
    int colon = what.indexOf(": ");
    Integer line = colon < 0 ? null : lines.get(what.substring(0, colon));
    String place = line == null ? "" : ":" + line;
    return new JobFileException(path + place + ": " + what);
  }
}
