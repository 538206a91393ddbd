package io.tidemark.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.Publisher;
import io.tidemark.output.RejectReason;
import io.tidemark.time.WatermarkStrategy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Several publishers at once: nothing is lost or changed, and each one's events keep their order.
 */
class PublishersTest extends ShellTest {
  private static final int EVENTS = 60_000;
  private static final int KEYS = 7;

  /** No watermark: all windows fire at the end, so the order between publishers changes nothing. */
  private final Job<Note> job = job("several", WatermarkStrategy.none());

  private final List<String> results = new ArrayList<>();
  private final List<List<Long>> positions = new ArrayList<>();

  @ParameterizedTest
  @ValueSource(ints = {2, 3})
  void shouldGiveTheResultsOfInlineInEachPublishersOrder(int publishers) throws Exception {
    Engine<Note> inline = Engine.start(job, record(publishers, EngineOptions.inline()));
    for (int p = 0; p < publishers; p++) {
      publish(inline.addPublisher(), p);
    }
    inline.close();
    List<String> expected = results.stream().sorted().toList();
    List<List<Long>> expectedPositions = List.copyOf(positions);

    Engine<Note> fused = Engine.start(job, record(publishers, fused(64)));
    ExecutorService threads = Executors.newFixedThreadPool(publishers);
    try {
      List<Future<?>> publishing = new ArrayList<>();
      for (int p = 0; p < publishers; p++) {
        Publisher<Note> publisher = fused.addPublisher();
        int partition = p;
        publishing.add(threads.submit(() -> publish(publisher, partition)));
      }
      for (Future<?> published : publishing) {
        published.get();
      }
    } finally {
      threads.shutdown();
    }
    fused.close();

    assertThat(fused.counters().imbalance()).isEmpty();
    assertThat(fused.counters().published.value()).isEqualTo((long) publishers * EVENTS);
    assertThat(results.stream().sorted().toList()).hasSizeGreaterThan(1_000).isEqualTo(expected);
    assertThat(positions).isEqualTo(expectedPositions);
    assertThat(positions).allSatisfy(each -> assertThat(each).hasSize(EVENTS / 10).isSorted());
  }

  private EngineOptions<Note> record(int publishers, EngineOptions<Note> options) {
    results.clear();
    positions.clear();
    for (int p = 0; p < publishers; p++) {
      positions.add(new ArrayList<>());
    }
    return options
        .onResult(result -> results.add(result.toString()))
        .onRejected(
            rejected ->
                positions.get(rejected.event().partition()).add(rejected.event().position()));
  }

  /** Every tenth event is a rejected one, which is handed out in its turn. */
  private static void publish(Publisher<Note> publisher, int partition) {
    for (int i = 0; i < EVENTS; i++) {
      Note note = publisher.claim();
      publisher.position(0, i);
      if (i % 10 == 0) {
        publisher.reject(partition, i, RejectReason.BAD_ROW);
      } else {
        note.time = i / 10;
        note.key = i % KEYS;
        note.value = partition * 1_000L + i % 100;
        publisher.publish(partition, i);
      }
    }
  }
}
