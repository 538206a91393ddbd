package io.tidemark.cli.job;

import io.tidemark.cli.expression.Expressions;
import io.tidemark.time.TimeDomain;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a job file and checks all that can be told from it alone. */
public final class JobFileReader {
  private static final List<String> KEYS =
      List.of(
          "name", "input", "map", "filter", "watermarks", "windows", CarriedReader.KEY, "output");
  private static final String EXPECTED =
      "a mapping with input, watermarks, windows or " + CarriedReader.KEY + ", output";

  private final Path path;
  private final Problems problems;

  private JobFileReader(Path path) {
    this.path = path;
    this.problems = new Problems(path.toString());
  }

  /**
   * The job that a file describes.
   *
   * @throws JobFileException when the file cannot be read or anything in it is wrong; the message
   *     tells all that is
   */
  public static JobFile read(Path path) throws JobFileException {
    return new JobFileReader(path).read();
  }

  private JobFile read() throws JobFileException {
    Optional<JobFile> job = document(text()).flatMap(this::job);
    problems.throwIfAny();
    return job.get();
  }

  private String text() throws JobFileException {
    if (path.toString().isEmpty()) {
      throw new JobFileException("'': names no file; expected a job file");
    }
    try {
      byte[] bytes = Files.readAllBytes(path);
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (NoSuchFileException e) {
      throw new JobFileException(path + ": no such file; expected a job file");
    } catch (AccessDeniedException e) {
      throw new JobFileException(path + ": permission denied; expected a job file to read");
    } catch (CharacterCodingException e) {
      throw new JobFileException(path + ": is not UTF-8 text; expected a job file in YAML");
    } catch (IOException e) {
      String reason = Files.isDirectory(path) ? "is a directory" : "cannot be read: " + e;
      throw new JobFileException(path + ": " + reason + "; expected a job file");
    }
  }

  private Optional<Section> document(String text) {
    try {
      String withoutMark = text.startsWith("\uFEFF") ? text.substring(1) : text;
      return Section.root(YamlReader.read(withoutMark), problems, KEYS, EXPECTED);
    } catch (YamlException e) {
      problems.add(e.line(), "not valid YAML: " + e.getMessage());
      return Optional.empty();
    }
  }

  private Optional<JobFile> job(Section root) {
    Optional<String> name = root.nonEmptyText("name", "a name");
    Optional<InputReader> input =
        part(root, "input", InputReader.EXPECTED, InputReader.KEYS)
            .map(section -> new InputReader(section, problems));
    Optional<JobInput> jobInput = input.flatMap(InputReader::read);
    Expressions expressions =
        new ExpressionsReader(root).read(jobInput.map(JobInput::types).orElse(Map.of()));
    DurationReader durations = new DurationReader(input.flatMap(InputReader::timestampUnit));
    boolean byTheClock = input.map(InputReader::domain).equals(Optional.of(TimeDomain.PROCESSING));
    Optional<JobWatermarks> watermarks =
        byTheClock ? Optional.empty() : watermarks(root, durations);
    List<JobWindow> windows = new WindowsReader(root, durations, problems, byTheClock).read();
    List<JobCarried> carried = new CarriedReader(root, durations, problems, windows).read();
    if (byTheClock && root.has("watermarks")) {
      root.refuse("watermarks", "none in processing time, which has no watermark");
    }
    Optional<JobOutput> output =
        part(root, "output", OutputReader.EXPECTED, OutputReader.KEYS)
            .map(section -> new OutputReader(section).read());
    if (!problems.none()) {
      return Optional.empty();
    }
    return Optional.of(
        new JobFile(
            path,
            name.orElseGet(this::nameOfFile),
            jobInput.get(),
            expressions,
            watermarks.orElseGet(() -> JobWatermarks.ofTicks(jobInput.get().time().tick())),
            windows,
            carried,
            output.get(),
            root.lines()));
  }

  private Optional<JobWatermarks> watermarks(Section root, DurationReader durations) {
    return part(root, "watermarks", WatermarksReader.EXPECTED, WatermarksReader.KEYS)
        .flatMap(section -> new WatermarksReader(section, durations, problems).read());
  }

  private static Optional<Section> part(
      Section root, String key, String expected, List<String> known) {
    root.require(key, expected);
    return root.section(key, expected, known);
  }

  private String nameOfFile() {
    String file = path.getFileName().toString();
    int dot = file.lastIndexOf('.');
    return dot > 0 ? file.substring(0, dot) : file;
  }
}
