package io.tidemark.bench.report;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The suites that {@code bench/run} knows, by their names in lower case. */
enum Suite {
  /** Whole jobs, tumbling 1 s, 10,000 keys; and a bare ring that moves the same slots. */
  W1(
      3,
      false,
      Step.of("RingBenchmark", Step.HEAP_4G).withOperations("events", "10000000"),
      Step.of("TumblingBenchmark", Step.HEAP_4G)
          .with("keys", "10000")
          .withOperations("events", "10000000")),

  /** Whole jobs, tumbling 1 s, 1,000,000 keys. */
  W2(
      3,
      false,
      Step.of("TumblingBenchmark", Step.HEAP_4G)
          .with("keys", "1000000")
          .withOperations("events", "4000000")),

  /** Whole jobs from few partitions, from ten thousand silent ones, and from aligned ones. */
  PARTITIONS(
      3, false, Step.of("PartitionBenchmark", Step.HEAP_4G).withOperations("events", "4000000")),

  /** Whole jobs, 1,000 keys: sliding windows of 10 s by several slides, tumbling ones beside. */
  SLIDING(
      3,
      false,
      Step.of("SlidingBenchmark", Step.HEAP_4G)
          .with("aggregates", "count+sum", "count+sum+min+max")
          .withOperations("events", "3000000"),
      Step.of("SharingBenchmark", Step.HEAP_4G).withOperations("events", "3000000"),
      Step.of("HandSlidingBenchmark", Step.HEAP_4G).withOperations("events", "3000000")),

  /** Whole jobs, sessions with a gap of 20 ms, 10,000 keys. */
  SESSIONS(
      3,
      false,
      Step.of("SessionBenchmark", Step.HEAP_4G)
          .with("keys", "10000")
          .withOperations("events", "4000000")),

  /** Whole jobs in which a tenth of the events is late, beside such with few. */
  LATE(2, false, Step.of("LateBenchmark", Step.HEAP_4G).withOperations("events", "3000000")),

  /** Whole jobs, tumbling 1 s, 10,000 keys, in each time domain, and with a guard. */
  DOMAINS(
      3,
      false,
      Step.of("DomainBenchmark", Step.HEAP_4G)
          .with("keys", "10000")
          .withOperations("events", "4000000")),

  /** Key tables alone. */
  KEYTABLE(
      3,
      false,
      Step.of("TableUpdateBenchmark", Step.HEAP_4G),
      Step.of("TableFireBenchmark", Step.HEAP_4G)
          .withOperations("keys", "1000", "10000", "100000", "1000000"),
      Step.of("TableTailBenchmark", Step.HEAP_4G),
      Step.of("TableGrowthBenchmark", Step.HEAP_4G).withOperations("keys", "1000000"),
      Step.of("TableGrowthBenchmark", Step.HEAP_4G)
          .with("kind", "DENSE")
          .withOperations("keys", "10000000"),
      Step.of("TableFootprintBenchmark", Step.FOOTPRINT)),

  /** How long events wait behind a firing of 1,000,000 keys, in slices and in one go. */
  STALL(2, false, Step.of("StallBenchmark", Step.HEAP_4G)),

  /** A journal, and the bare queue that it is made of. */
  JOURNAL(
      3,
      false,
      Step.of("JournalAppendBenchmark", Step.JOURNAL_4G).withOperations("records", "500000"),
      Step.of("JournalReplayBenchmark", Step.JOURNAL_4G).withOperations("records", "500000")),

  /** Sets of timers alone, and whole jobs with a process function. */
  PROCESS(
      3, false, Step.of("TimerBenchmark", Step.HEAP_4G), Step.of("ProcessBenchmark", Step.HEAP_4G)),

  /**
   * Everything, so small that the figures mean nothing: proves that the benchmarks run and agree.
   */
  SMOKE(
      1,
      true,
      Step.of("RingBenchmark", Step.HEAP_1G).withOperations("events", "500000"),
      Step.of("TumblingBenchmark", Step.HEAP_1G)
          .with("keys", "10000", "100000")
          .withOperations("events", "500000"),
      Step.of("PartitionBenchmark", Step.HEAP_1G).withOperations("events", "1500000"),
      Step.of("SlidingBenchmark", Step.HEAP_1G)
          .with("aggregates", "count+sum+min+max")
          .withOperations("events", "200000"),
      Step.of("HandSlidingBenchmark", Step.HEAP_1G)
          .with("shape", "BY_100_MS")
          .withOperations("events", "200000"),
      Step.of("SessionBenchmark", Step.HEAP_1G)
          .with("keys", "10000")
          .withOperations("events", "500000"),
      Step.of("LateBenchmark", Step.HEAP_1G)
          .with("setting", "TUMBLING_COALESCED", "SLIDING_EACH", "SESSIONS_EACH")
          .withOperations("events", "200000"),
      Step.of("DomainBenchmark", Step.HEAP_1G)
          .with("keys", "10000")
          .withOperations("events", "500000"),
      Step.of("StallBenchmark", Step.HEAP_1G).with("keys", "20000").with("paced", "20000"),
      Step.of("TableUpdateBenchmark", Step.HEAP_1G).with("keys", "10000"),
      Step.of("TableFireBenchmark", Step.HEAP_1G).withOperations("keys", "10000"),
      Step.of("TableTailBenchmark", Step.HEAP_1G).with("keys", "10000"),
      Step.of("TableGrowthBenchmark", Step.HEAP_1G).withOperations("keys", "100000"),
      Step.of("TableFootprintBenchmark", Step.FOOTPRINT).with("keys", "10000"),
      Step.of("TimerBenchmark", Step.HEAP_1G).with("keys", "1000"),
      Step.of("ProcessBenchmark", Step.HEAP_1G).with("keys", "1000"),
      Step.of("JournalAppendBenchmark", Step.JOURNAL_1G).withOperations("records", "20000"),
      Step.of("JournalReplayBenchmark", Step.JOURNAL_1G).withOperations("records", "20000"));

  private final int rounds;
  private final boolean smoke;
  private final List<Step> steps;

  Suite(int rounds, boolean smoke, Step... steps) {
    this.rounds = rounds;
    this.smoke = smoke;
    this.steps = List.of(steps);
  }

  /**
   * The suite of this name.
   *
   * @throws IllegalArgumentException when there is none; the message names all
   */
  static Suite named(String name) {
    return Arrays.stream(values())
        .filter(suite -> suite.label().equals(name))
        .findFirst()
        .orElseThrow(
            () -> new IllegalArgumentException("suite: " + name + ", expected one of " + names()));
  }

  static String names() {
    return Arrays.stream(values()).map(Suite::label).collect(Collectors.joining(", "));
  }

  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How many JVMs each variant gets, unless the command line says otherwise. */
  int rounds() {
    return rounds;
  }

  /** Whether its figures mean nothing. */
  boolean smoke() {
    return smoke;
  }

  List<Step> steps() {
    return steps;
  }
}
