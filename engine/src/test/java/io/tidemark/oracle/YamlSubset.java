package io.tidemark.oracle;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Reads as much YAML as the job files of the vectors use: nested mappings by indentation, lists of
 * mappings, one-line {@code {a: b}} and {@code [a, b]}, double quotes, comment lines. All scalars
 * are text.
 */
final class YamlSubset {
  private final List<String> lines = new ArrayList<>();
  private int at;

  private YamlSubset(String text) {
    for (String line : text.split("\n", -1)) {
      if (!line.isBlank() && !line.strip().startsWith("#")) {
        lines.add(line.stripTrailing());
      }
    }
  }

  static Map<String, Object> read(String text) {
    return new YamlSubset(text).mapping(0);
  }

  private Map<String, Object> mapping(int indent) {
    Map<String, Object> map = new LinkedHashMap<>();
    while (at < lines.size() && indentOf(lines.get(at)) == indent && !isItem(lines.get(at))) {
      OneLine line = new OneLine(lines.get(at++).strip());
      String key = line.scalar(":");
      line.skip(':');
      map.put(key, line.atEnd() ? block() : line.value());
    }
    return map;
  }

  private Object block() {
    int indent = indentOf(lines.get(at));
    if (!isItem(lines.get(at))) {
      return mapping(indent);
    }
    List<Object> list = new ArrayList<>();
    while (at < lines.size() && indentOf(lines.get(at)) == indent && isItem(lines.get(at))) {
      // Without its dash an item is a mapping, indented a little further.
      lines.set(at, lines.get(at).replaceFirst("-", " "));
      list.add(mapping(indentOf(lines.get(at))));
    }
    return list;
  }

  private static int indentOf(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static boolean isItem(String line) {
    return line.strip().startsWith("- ");
  }

  /** A cursor in one line. */
  private static final class OneLine {
    private final String text;
    private int pos;

    OneLine(String text) {
      this.text = text;
    }

    boolean atEnd() {
      return pos == text.length();
    }

    void skip(char expected) {
      if (text.charAt(pos) != expected) {
        throw new IllegalArgumentException("no " + expected + " at " + pos + " of: " + text);
      }
      pos++;
      skipBlanks();
    }

    private void skipBlanks() {
      while (!atEnd() && text.charAt(pos) == ' ') {
        pos++;
      }
    }

    Object value() {
      if (text.charAt(pos) == '{') {
        return inlineMapping();
      }
      return text.charAt(pos) == '[' ? inlineList() : scalar("#");
    }

    private Map<String, Object> inlineMapping() {
      Map<String, Object> map = new LinkedHashMap<>();
      skip('{');
      while (text.charAt(pos) != '}') {
        String key = scalar(":");
        skip(':');
        map.put(key, scalar(",}"));
        skipComma('}');
      }
      skip('}');
      return map;
    }

    private List<Object> inlineList() {
      List<Object> list = new ArrayList<>();
      skip('[');
      while (text.charAt(pos) != ']') {
        list.add(scalar(",]"));
        skipComma(']');
      }
      skip(']');
      return list;
    }

    private void skipComma(char close) {
      if (text.charAt(pos) != close) {
        skip(',');
      }
    }

    /** A quoted text, or what stands before one of these characters. */
    String scalar(String ends) {
      StringBuilder out = new StringBuilder();
      if (text.charAt(pos) == '"') {
        for (pos++; text.charAt(pos) != '"'; pos++) {
          pos += text.charAt(pos) == '\\' ? 1 : 0;
          out.append(text.charAt(pos));
        }
        pos++;
        skipBlanks();
        return out.toString();
      }
      while (!atEnd() && ends.indexOf(text.charAt(pos)) < 0) {
        out.append(text.charAt(pos++));
      }
      return out.toString().strip();
    }
  }
}
