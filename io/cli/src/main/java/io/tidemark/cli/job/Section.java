package io.tidemark.cli.job;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A mapping of the job file while it is read: asks for a key give its value, or tell what is wrong
 * and give nothing. Reading goes on after a problem, so that all of them are found in one go.
 */
final class Section {
  private static final String FILE_NAMES_ENCODING = System.getProperty("sun.jnu.encoding");

  private final String path;
  private final YamlNode.Mapping mapping;
  private final Map<String, YamlNode.Entry> entries = new LinkedHashMap<>();
  private final Problems problems;
  private final Map<String, Integer> lines;

  private Section(
      String path, YamlNode.Mapping mapping, Problems problems, Map<String, Integer> lines) {
    this.path = path;
    this.mapping = mapping;
    this.problems = problems;
    this.lines = lines;
    for (YamlNode.Entry entry : mapping.entries()) {
      addOnce(entry);
    }
  }

  private void addOnce(YamlNode.Entry entry) {
    YamlNode.Entry first = entries.putIfAbsent(entry.key(), entry);
    if (first == null) {
      lines.put(at(entry.key()), entry.line());
    } else {
      problems.add(
          entry.line(), at(entry.key()), "repeated; it is on line " + first.line() + " already");
    }
  }

  /** The whole document, whose keys have no prefix. */
  static Optional<Section> root(
      YamlNode node, Problems problems, List<String> known, String expected) {
    if (node instanceof YamlNode.Mapping mapping) {
      Section root = new Section("", mapping, problems, new HashMap<>());
      root.refuseUnknown(known);
      return Optional.of(root);
    }
    problems.add(node.line(), node.described() + ": expected " + expected);
    return Optional.empty();
  }

  /** The mapping under a key; the only keys it may have are the known ones. */
  Optional<Section> section(String key, String expected, List<String> known) {
    Optional<Section> section = freeSection(key, expected);
    section.ifPresent(s -> s.refuseUnknown(known));
    return section;
  }

  /** The mapping under a key, whose own keys are names of the user's. */
  Optional<Section> freeSection(String key, String expected) {
    YamlNode.Entry entry = entries.get(key);
    return entry == null ? Optional.empty() : mapping(at(key), entry.value(), expected);
  }

  /**
   * The mappings in the list under a key, which may not be empty; {@code windows[0]} is the path of
   * the first.
   */
  List<Section> sections(String key, String expected, List<String> known) {
    List<Section> sections = new ArrayList<>();
    List<YamlNode> items = items(key, expected);
    if (items.isEmpty() && isList(key)) {
      refuse(key, expected);
    }
    for (int i = 0; i < items.size(); i++) {
      Optional<Section> section = mapping(at(key) + "[" + i + "]", items.get(i), expected);
      section.ifPresent(s -> s.refuseUnknown(known));
      section.ifPresent(sections::add);
    }
    return sections;
  }

  private Optional<Section> mapping(String where, YamlNode node, String expected) {
    if (node instanceof YamlNode.Mapping child) {
      lines.putIfAbsent(where, child.line());
      return Optional.of(new Section(where, child, problems, lines));
    }
    problems.add(node.line(), where, node.described() + ": expected " + expected);
    return Optional.empty();
  }

  private void refuseUnknown(List<String> known) {
    for (YamlNode.Entry entry : entries.values()) {
      if (!known.contains(entry.key())) {
        problems.add(
            entry.line(),
            at(entry.key()),
            "unknown key"
                + Hints.didYouMean(entry.key(), known)
                + (known.isEmpty()
                    ? "; expected none"
                    : "; expected one of " + String.join(", ", known)));
      }
    }
  }

  /** Tells that a key is missing, if it is. */
  boolean require(String key, String expected) {
    if (has(key)) {
      return true;
    }
    problems.add(mapping.line(), at(key), "missing; expected " + expected);
    return false;
  }

  boolean has(String key) {
    return entries.containsKey(key);
  }

  /** The keys in the order written. */
  List<String> keys() {
    return List.copyOf(entries.keySet());
  }

  /** The text under a key, if it is there. */
  Optional<String> text(String key, String expected) {
    YamlNode.Entry entry = entries.get(key);
    return entry == null ? Optional.empty() : scalar(at(key), entry.value(), expected);
  }

  /** The text under a key, which may not be the empty one. */
  Optional<String> nonEmptyText(String key, String expected) {
    Optional<String> text = text(key, expected);
    if (text.isPresent() && text.get().isEmpty()) {
      refuse(key, expected);
      return Optional.empty();
    }
    return text;
  }

  /** The text under a key, which must be able to name a file. */
  Optional<String> path(String key, String expected) {
    Optional<String> text = nonEmptyText(key, expected);
    Optional<String> problem = text.flatMap(Section::problemOfPath);
    problem.ifPresent(what -> problem(key, what + "; expected " + expected));
    return problem.isPresent() ? Optional.empty() : text;
  }

  /** The path under a key, or those in the list under it, of which each is named once. */
  List<String> paths(String key, String expected) {
    if (!isList(key)) {
      return path(key, expected).map(List::of).orElse(List.of());
    }
    List<YamlNode> items = items(key, expected);
    if (items.isEmpty()) {
      refuse(key, expected);
    }
    List<String> paths = new ArrayList<>();
    for (int i = 0; i < items.size(); i++) {
      String where = at(key) + "[" + i + "]";
      int line = items.get(i).line();
      lines.putIfAbsent(where, line);
      Optional<String> text = scalar(where, items.get(i), expected);
      Optional<String> problem =
          text.flatMap(path -> path.isEmpty() ? Optional.of("''") : problemOfPath(path));
      problem.ifPresent(what -> problems.add(line, where, what + "; expected " + expected));
      if (text.isPresent() && problem.isEmpty()) {
        paths.add(text.get());
      }
    }
    return List.copyOf(paths);
  }

  private static Optional<String> problemOfPath(String text) {
    if (text.indexOf('\0') >= 0) {
      return Optional.of("holds the character U+0000");
    }
    return canNameAFile(text)
        ? Optional.empty()
        : Optional.of(
            "'" + text + "' cannot name a file where file names are " + FILE_NAMES_ENCODING);
  }

  private static boolean canNameAFile(String text) {
    try {
      return !Path.of(text).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  /** Whether the text under a key is this very one. */
  boolean isText(String key, String text) {
    YamlNode.Entry entry = entries.get(key);
    return entry != null
        && entry.value() instanceof YamlNode.Scalar scalar
        && scalar.text().equals(text);
  }

  /** The choice that the text under a key names. */
  <T> Optional<T> choice(String key, Map<String, T> choices) {
    String expected = "one of " + String.join(", ", choices.keySet());
    Optional<String> text = text(key, expected);
    if (text.isPresent() && !choices.containsKey(text.get())) {
      String hint = Hints.didYouMean(text.get(), choices.keySet());
      refuse(key, expected + hint);
    }
    return text.map(choices::get);
  }

  /** The texts in the list under a key; none when it is not there. */
  List<String> texts(String key, String expected) {
    List<String> texts = new ArrayList<>();
    List<YamlNode> items = items(key, expected);
    for (int i = 0; i < items.size(); i++) {
      scalar(at(key) + "[" + i + "]", items.get(i), expected).ifPresent(texts::add);
    }
    return texts;
  }

  /** Whether there is a list under the key. */
  boolean isList(String key) {
    return has(key) && entries.get(key).value() instanceof YamlNode.Sequence;
  }

  private List<YamlNode> items(String key, String expected) {
    YamlNode.Entry entry = entries.get(key);
    if (entry == null) {
      return List.of();
    }
    if (entry.value() instanceof YamlNode.Sequence sequence) {
      return sequence.items();
    }
    problems.add(
        entry.value().line(), at(key), entry.value().described() + ": expected " + expected);
    return List.of();
  }

  private Optional<String> scalar(String where, YamlNode node, String expected) {
    if (node instanceof YamlNode.Scalar scalar && !scalar.empty()) {
      return Optional.of(scalar.text());
    }
    problems.add(node.line(), where, node.described() + ": expected " + expected);
    return Optional.empty();
  }

  /** Tells that the value of a key is not what was expected. */
  void refuse(String key, String expected) {
    problem(key, entries.get(key).value().described() + ": expected " + expected);
  }

  /** Tells what is wrong with a key. */
  void problem(String key, String what) {
    YamlNode.Entry entry = entries.get(key);
    problems.add(entry == null ? mapping.line() : entry.line(), at(key), what);
  }

  /** Tells what is wrong with the section as a whole. */
  void problem(String what) {
    problems.add(mapping.line(), path, what);
  }

  /** The full path of a key. */
  String at(String key) {
    return path.isEmpty() ? key : path + "." + key;
  }

  /** The line of every key read so far, by its path. */
  Map<String, Integer> lines() {
    return Map.copyOf(lines);
  }
}
