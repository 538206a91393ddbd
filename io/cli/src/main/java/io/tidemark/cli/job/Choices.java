package io.tidemark.cli.job;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** The words that a key takes, in the order in which a message tells them. */
final class Choices {
  private Choices() {}

  /** Those values, each by its word. */
  static <T> Map<String, T> of(List<T> values, Function<T, String> word) {
    Map<String, T> choices = new LinkedHashMap<>();
    values.forEach(value -> choices.put(word.apply(value), value));
    return Collections.unmodifiableMap(choices);
  }

  static <T> Map<String, T> of(String word1, T value1, String word2, T value2) {
    Map<String, T> choices = new LinkedHashMap<>();
    choices.put(word1, value1);
    choices.put(word2, value2);
    return Collections.unmodifiableMap(choices);
  }

  static <T> Map<String, T> of(
      String word1, T value1, String word2, T value2, String word3, T value3) {
    Map<String, T> choices = new LinkedHashMap<>(of(word1, value1, word2, value2));
    choices.put(word3, value3);
    return Collections.unmodifiableMap(choices);
  }
}
