package io.tidemark.cli.job;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.yaml.snakeyaml.error.MarkedYAMLException;

/**
 * Reads one YAML document into a tree of texts. The streaming parser is used because it still knows
 * what was written: data binding would have turned {@code 01} into 1 and {@code yes} into true.
 *
 * <p>An alias ({@code *name}) stands for the very node that its anchor names, so that windows can
 * share their aggregates. Merge keys ({@code <<}) are keys like any other, hence unknown ones, and
 * tags ({@code !!str}) change nothing, since everything is text already.
 */
final class YamlReader {
  private final YAMLParser parser;
  private final Map<String, YamlNode> anchored = new HashMap<>();

  private YamlReader(YAMLParser parser) {
    this.parser = parser;
  }

  /**
   * The tree of the document.
   *
   * @throws YamlException when the text is not one YAML document
   */
  static YamlNode read(String text) throws YamlException {
    try (YAMLParser parser = new YAMLFactory().createParser(text)) {
      return new YamlReader(parser).document();
    } catch (JsonProcessingException e) {
      throw syntaxError(e, text);
    } catch (IOException e) {
      throw new UncheckedIOException("reading from a string", e);
    }
  }

  private YamlNode document() throws IOException, YamlException {
    if (parser.nextToken() == null) {
      throw new YamlException(1, "the file is empty");
    }
    YamlNode root = node();
    if (parser.nextToken() != null) {
      throw new YamlException(line(), "a second YAML document starts here, expected one");
    }
    return root;
  }

  private YamlNode node() throws IOException, YamlException {
    if (parser.isCurrentAlias()) {
      return aliased(parser.getText());
    }
    String anchor = parser.getObjectId();
    YamlNode node =
        switch (parser.currentToken()) {
          case START_OBJECT -> mapping();
          case START_ARRAY -> sequence();
          default -> scalar();
        };
    // Only now: an alias inside its own anchor has no end and must stay unknown.
    if (anchor != null) {
      anchored.put(anchor, node);
    }
    return node;
  }

  private YamlNode aliased(String name) throws YamlException {
    YamlNode node = anchored.get(name);
    if (node == null) {
      throw new YamlException(line(), "'*" + name + "': no anchor '&" + name + "' ends before it");
    }
    return node;
  }

  private YamlNode mapping() throws IOException, YamlException {
    int line = line();
    List<YamlNode.Entry> entries = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      int keyLine = line();
      String key = parser.getText();
      parser.nextToken();
      entries.add(new YamlNode.Entry(keyLine, key, node()));
    }
    return new YamlNode.Mapping(line, List.copyOf(entries));
  }

  private YamlNode sequence() throws IOException, YamlException {
    int line = line();
    List<YamlNode> items = new ArrayList<>();
    while (parser.nextToken() != JsonToken.END_ARRAY) {
      items.add(node());
    }
    return new YamlNode.Sequence(line, List.copyOf(items));
  }

  private YamlNode scalar() throws IOException {
    String text = parser.getText();
    boolean empty = parser.currentToken() == JsonToken.VALUE_NULL && text.isEmpty();
    return new YamlNode.Scalar(line(), text, empty);
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  /** The parser's own exception points at the last good token; its cause knows the place. */
  private static YamlException syntaxError(JsonProcessingException e, String text) {
    if (e.getCause() instanceof MarkedYAMLException marked && marked.getProblemMark() != null) {
      return new YamlException(marked.getProblemMark().getLine() + 1, marked.getProblem());
    }
    int control = firstControlCharacter(text);
    if (control >= 0) {
      long line = 1 + text.chars().limit(control).filter(c -> c == '\n').count();
      String code = String.format("U+%04X", (int) text.charAt(control));
      return new YamlException((int) line, "the control character " + code + " is not text");
    }
    // A document that is nested too deeply has no place.
    int known = e.getLocation() == null ? 1 : Math.max(1, e.getLocation().getLineNr());
    return new YamlException(known, e.getOriginalMessage());
  }

  private static int firstControlCharacter(String text) {
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (Character.isISOControl(c) && c != '\n' && c != '\r' && c != '\t' && c != 0x85) {
        return i;
      }
    }
    return -1;
  }
}
