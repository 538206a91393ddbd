package io.tidemark.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.Engine;
import io.tidemark.EngineOptions;
import io.tidemark.Job;
import io.tidemark.JobBuilder;
import io.tidemark.Publisher;
import io.tidemark.aggregate.Column;
import io.tidemark.counters.ProcessCounters;
import io.tidemark.time.IngestionTime;
import io.tidemark.time.TimeDomain;
import io.tidemark.time.WatermarkStrategy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Random scripts of a function that does anything, in all time domains, on the engine and on {@link
 * Model}.
 */
class ProcessDifferentialTest {
  /** One step; a tick where there is no event. */
  private record Step(int partition, Told event, long nowNs) {}

  private record Script(
      TimeDomain domain, StateTtl ttl, long ttlLength, long bound, List<Step> steps) {}

  @ParameterizedTest
  @CsvSource({"inline, 1, 10000", "inline, 7, 2000", "fused, 1, 1500", "fused, 16, 1500"})
  void shouldDoAsTheModelDoes(String layout, int batch, int scripts) {
    long rows = 0;
    long expired = 0;
    for (long seed = 0; seed < scripts; seed++) {
      Script script = script(new Random(seed));
      List<String> expected = new ArrayList<>();
      Model model = play(script, expected);
      List<String> actual = new ArrayList<>();

      ProcessCounters counters = run(script, layout, batch, actual);

      String name = "seed " + seed;
      assertThat(rows(actual)).as(name).isEqualTo(rows(expected));
      assertThat(actual).as(name).containsExactlyInAnyOrderElementsOf(expected);
      assertThat(counters.events.value()).as(name).isEqualTo(model.events);
      assertThat(counters.timersRegistered.value()).as(name).isEqualTo(model.registered);
      assertThat(counters.timersFired.value()).as(name).isEqualTo(model.fired);
      assertThat(counters.timersDeleted.value()).as(name).isEqualTo(model.deleted);
      assertThat(counters.liveTimers()).as(name).isEqualTo(model.liveTimers());
      assertThat(counters.liveKeys()).as(name).isEqualTo(model.liveKeys());
      assertThat(counters.expiredKeys.value()).as(name).isEqualTo(model.expired);
      rows += counters.outputs.value();
      expired += model.expired;
    }
    assertThat(rows).isGreaterThan(scripts * 10L);
    assertThat(expired).isGreaterThan(scripts);
  }

  /** Rejected events may come before the rows of slots ahead of them. */
  private static List<String> rows(List<String> out) {
    return out.stream().filter(text -> !text.startsWith("rejected")).toList();
  }

  private static Script script(Random random) {
    StateTtl[] ttls = {
      null,
      StateTtl.eventTime(Duration.ofMillis(10)),
      StateTtl.eventTime(Duration.ofMillis(4)).orRead(),
      StateTtl.processingTime(Duration.ofMillis(9)),
      StateTtl.processingTime(Duration.ofMillis(3)).orRead()
    };
    int which = random.nextInt(ttls.length);
    TimeDomain domain =
        random.nextBoolean() ? TimeDomain.EVENT : TimeDomain.values()[random.nextInt(3)];
    long largestNs = Long.MIN_VALUE;
    long length = new long[] {0, 10, 4, 9 * Restless.NS, 3 * Restless.NS}[which];
    List<Step> steps = new ArrayList<>();
    long time = 0;
    long nowNs = 5 * Restless.NS;
    int keys = 1 + random.nextInt(4);
    for (int i = 0; i < 40; i++) {
      time += random.nextInt(4);
      nowNs += random.nextInt(3) * Restless.NS;
      Told event = null;
      if (random.nextInt(6) > 0) {
        event = new Told();
        event.time = time - random.nextInt(12);
        event.key = random.nextInt(keys);
        event.value = random.nextInt(1000);
        event.filtered = random.nextInt(12) == 0;
      }
      // Arrivals may go back: they count as the largest seen.
      long arrivalNs = nowNs - random.nextInt(2) * Restless.NS;
      largestNs = Math.max(largestNs, arrivalNs);
      if (event != null && domain != TimeDomain.EVENT) {
        // The engine does not read it.
        boolean isIngestion = domain == TimeDomain.INGESTION;
        event.time = Math.floorDiv(isIngestion ? arrivalNs : largestNs, Restless.NS);
      }
      steps.add(new Step(random.nextInt(2), event, arrivalNs));
    }
    return new Script(domain, ttls[which], length, random.nextInt(6), steps);
  }

  private static Model play(Script script, List<String> out) {
    Model model =
        new Model(
            script.domain == TimeDomain.PROCESSING,
            script.ttl,
            script.ttlLength,
            script.bound,
            out);
    for (Step step : script.steps) {
      if (step.event == null) {
        model.clockTo(step.nowNs);
      } else {
        model.event(step.partition, step.event, step.nowNs);
      }
    }
    model.watermarkTo(Long.MAX_VALUE);
    return model;
  }

  private static ProcessCounters run(Script script, String layout, int batch, List<String> out) {
    ProcessDefinition<Told> definition =
        ProcessDefinition.<Told>of("restless", Restless::new)
            .state(Column.ofLong("sum"), Column.ofDouble("half"))
            .output(
                "told",
                Column.ofLong("why"),
                Column.ofLong("watermark"),
                Column.ofLong("now"),
                Column.ofLong("state"))
            .output("halves", Column.ofDouble("half"));
    Job<Told> job =
        timed(Job.builder("differential", Told::new), script)
            .key(event -> event.key)
            .filter(event -> !event.filtered)
            .process(script.ttl == null ? definition : definition.stateTtl(script.ttl))
            .rejectOnThrow()
            .build();
    EngineOptions<Told> options =
        layout.equals("fused")
            ? EngineOptions.<Told>fused().ringSize(32).withoutTicker()
            : EngineOptions.<Told>inline();
    Engine<Told> engine =
        Engine.start(
            job,
            options
                .onProcessResult(row -> out.add(row.toString()))
                .onRejected(rejected -> out.add("rejected " + rejected.reason().text())));
    publish(engine.publisher(), script, batch);
    engine.close();
    assertThat(engine.counters().imbalance()).isEmpty();
    return engine.counters().processes().get(0);
  }

  private static JobBuilder<Told> timed(JobBuilder<Told> builder, Script script) {
    WatermarkStrategy<Told> bounded =
        WatermarkStrategy.boundedOutOfOrderness(Duration.ofMillis(script.bound));
    return switch (script.domain) {
      case EVENT ->
          builder.timestamp(TimeUnit.MILLISECONDS, event -> event.time).watermarks(bounded);
      case INGESTION ->
          builder.ingestionTime(TimeUnit.MILLISECONDS, IngestionTime.SOURCE).watermarks(bounded);
      case PROCESSING -> builder.processingTime(TimeUnit.MILLISECONDS);
    };
  }

  private static void publish(Publisher<Told> publisher, Script script, int batch) {
    int held = 0;
    for (Step step : script.steps) {
      if (step.event == null) {
        if (held > 0) {
          publisher.publishClaimed(held);
          held = 0;
        }
        publisher.tick(step.nowNs);
      } else {
        if (held == 0) {
          publisher.claim(batch);
        }
        publisher.event(held).copyFrom(step.event);
        publisher.set(held++, step.partition, step.nowNs);
        if (held == batch) {
          publisher.publishClaimed(held);
          held = 0;
        }
      }
    }
    if (held > 0) {
      publisher.publishClaimed(held);
    }
  }
}
