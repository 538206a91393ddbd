package io.tidemark.cli.job;

import java.util.Collection;
import java.util.Locale;

/** What somebody who wrote an unknown word may have meant. */
final class Hints {
  private static final int MOST_EDITS = 2;
  private static final int LONGEST = 40;

  private Hints() {}

  /** {@code "; did you mean 'unit'?"}, or nothing where no known word is near. */
  static String didYouMean(String word, Collection<String> known) {
    if (word.length() > LONGEST) {
      return "";
    }
    String best = null;
    int bestEdits = MOST_EDITS + 1;
    for (String candidate : known) {
      int edits = edits(plain(word), plain(candidate));
      // A short word is near everything: more than half of it must be right.
      if (edits < bestEdits && 2 * edits < candidate.length()) {
        best = candidate;
        bestEdits = edits;
      }
    }
    return best == null ? "" : "; did you mean '" + best + "'?";
  }

  private static String plain(String word) {
    return word.toLowerCase(Locale.ROOT).replace('_', '-').strip();
  }

  /** How many letters to add, drop, change, or swap with their neighbour (optimal alignment). */
  private static int edits(String a, String b) {
    int[][] edits = new int[a.length() + 1][b.length() + 1];
    for (int i = 0; i <= a.length(); i++) {
      for (int j = 0; j <= b.length(); j++) {
        edits[i][j] = i == 0 ? j : j == 0 ? i : lastEdit(a, b, i, j, edits);
      }
    }
    return edits[a.length()][b.length()];
  }

  private static int lastEdit(String a, String b, int i, int j, int[][] edits) {
    int change = edits[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
    int fewest = Math.min(change, 1 + Math.min(edits[i - 1][j], edits[i][j - 1]));
    boolean swapped =
        i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
    return swapped ? Math.min(fewest, edits[i - 2][j - 2] + 1) : fewest;
  }
}
