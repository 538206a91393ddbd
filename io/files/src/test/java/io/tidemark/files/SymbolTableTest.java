package io.tidemark.files;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class SymbolTableTest {
  @Test
  void shouldFindKnownTextsOnlyAndAddNone() {
    SymbolTable table = new SymbolTable();
    for (int i = 0; i < 1_000; i++) {
      table.idOf("text " + i);
    }
    for (int i = 0; i < 2_000; i++) {
      byte[] text = ("?text " + i).getBytes(StandardCharsets.UTF_8);
      assertThat(table.find(text, 1, text.length - 1)).isEqualTo(i < 1_000 ? i : -1);
    }
    assertThat(table.size()).isEqualTo(1_000);
    assertThat(new SymbolTable().find(new byte[0], 0, 0)).isEqualTo(-1);
  }

  @Test
  void shouldGiveIdsInOrderOfFirstSight() {
    SymbolTable table = new SymbolTable();
    assertThat(table.idOf("b")).isZero();
    assertThat(table.idOf("")).isEqualTo(1);
    assertThat(table.idOf("007")).isEqualTo(2);
    assertThat(table.idOf("7")).isEqualTo(3);
    assertThat(table.idOf("b")).isZero();
    assertThat(table.idOf("")).isEqualTo(1);
    assertThat(table.size()).isEqualTo(4);
    assertThat(table.text(1)).isEmpty();
    assertThat(table.text(2)).isEqualTo("007");
  }

  @Test
  void shouldAgreeWithAMap() {
    for (long seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      SymbolTable table = new SymbolTable();
      Map<String, Integer> map = new HashMap<>();
      List<String> texts = new ArrayList<>();
      int kinds = 1 + random.nextInt(5_000);
      for (int i = 0; i < 5_000; i++) {
        String text = "키".repeat(random.nextInt(3)) + random.nextInt(kinds);
        Integer known = map.putIfAbsent(text, map.size());
        if (known == null) {
          texts.add(text);
        }
        byte[] bytes = Rows.utf8("<" + text + ">");
        assertThat(table.idOf(bytes, 1, bytes.length - 2))
            .as("seed %d", seed)
            .isEqualTo(map.get(text));
      }
      for (int id = 0; id < texts.size(); id++) {
        assertThat(table.text(id)).as("seed %d", seed).isEqualTo(texts.get(id));
      }
    }
  }

  @Test
  void shouldKeepLongTextsAndMany() {
    SymbolTable table = new SymbolTable();
    String large = "x".repeat(1 << 20);
    assertThat(table.idOf(large)).isZero();
    for (int i = 1; i < 100_000; i++) {
      assertThat(table.idOf("k" + i)).isEqualTo(i);
    }
    assertThat(table.idOf(large)).isZero();
    assertThat(table.text(0)).isEqualTo(large);
    assertThat(table.text(99_999)).isEqualTo("k99999");
    assertThat(table.idOf("k12345")).isEqualTo(12_345);
  }

  @Test
  void shouldTellTextsOfZerosApart() {
    SymbolTable table = new SymbolTable();
    for (int length = 0; length < 40; length++) {
      assertThat(table.idOf(new byte[length], 0, length)).isEqualTo(length);
    }
  }

  @Test
  void shouldSpreadSimilarTexts() {
    // Numbers, and texts that differ in one place of a long common rest, into 2^16 places.
    for (String format : List.of("%d", "%08d", "user-%d-at-some-host.example", "%d00000000")) {
      boolean[] taken = new boolean[1 << 16];
      int free = taken.length;
      for (int i = 0; i < taken.length; i++) {
        byte[] bytes = Rows.utf8(String.format(format, i));
        int place = ByteHash.of(bytes, 0, bytes.length) & (taken.length - 1);
        free -= taken[place] ? 0 : 1;
        taken[place] = true;
      }
      // Of n balls in n bins, n / e bins stay free: 24,109 of these, with a deviation below 150.
      assertThat(free).as(format).isBetween(23_300, 24_900);
    }
  }

  @Test
  void shouldShowTextsToAThreadThatWasHandedTheId() throws Exception {
    SymbolTable table = new SymbolTable();
    BlockingQueue<Integer> ids = new ArrayBlockingQueue<>(16);
    int count = 100_000;
    CompletableFuture<Integer> wrong =
        CompletableFuture.supplyAsync(
            () -> {
              int errors = 0;
              try {
                for (int i = 0; i < count; i++) {
                  int id = ids.take();
                  errors += table.text(id).equals("text" + id) ? 0 : 1;
                }
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return errors;
            });
    for (int i = 0; i < count; i++) {
      ids.put(table.idOf("text" + i));
    }
    assertThat(wrong.get()).isZero();
  }
}
