package io.tidemark.cli.job;

import java.util.List;

/**
 * A node of a YAML document. Scalars are their text as written: nothing is turned into a number, a
 * boolean or a null. Lines count from 1.
 */
sealed interface YamlNode {

  /** The line on which the node starts. */
  int line();

  /** How a message names the node: a scalar is quoted, the others are named by what they are. */
  String described();

  /**
   * A scalar.
   *
   * @param text the text, without its quotes if it had any
   * @param empty whether nothing at all is written, not even a pair of quotes: {@code key:}
   */
  record Scalar(int line, String text, boolean empty) implements YamlNode {
    @Override
    public String described() {
      return empty ? "nothing" : "'" + text + "'";
    }
  }

  /** A list. */
  record Sequence(int line, List<YamlNode> items) implements YamlNode {
    @Override
    public String described() {
      return items.isEmpty() ? "an empty list" : "a list";
    }
  }

  /** A mapping, its keys in the order written, repeated ones included. */
  record Mapping(int line, List<Entry> entries) implements YamlNode {
    @Override
    public String described() {
      return "a mapping";
    }
  }

  /** A key of a mapping with its value; the line is the key's. */
  record Entry(int line, String key, YamlNode value) {}
}
