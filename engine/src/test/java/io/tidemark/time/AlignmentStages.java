package io.tidemark.time;

import static io.tidemark.time.WatermarkStrategy.monotonous;
import static java.util.concurrent.TimeUnit.MILLISECONDS;

import io.tidemark.counters.Counters;
import java.util.ArrayList;
import java.util.List;

/** Stages whose partitions are aligned, and slots for them. */
abstract class AlignmentStages {
  static TimeStage stage(WatermarkAlignment... groups) {
    TimeStage stage =
        new TimeStage(monotonous(), MILLISECONDS, 0, true, new Counters(1, List.of()));
    WatermarkAlignment.check(List.of(groups), MILLISECONDS, TimeStage.MAX_PARTITIONS);
    stage.alignBy(List.of(groups), MILLISECONDS);
    return stage;
  }

  static List<Integer> held(TimeStage stage, int partitions) {
    List<Integer> held = new ArrayList<>();
    for (int p = 0; p < partitions; p++) {
      if (stage.alignment().orElseThrow().isHeldBack(p)) {
        held.add(p);
      }
    }
    return held;
  }

  static void event(TimeStage stage, int partition, long timestamp) {
    slot(stage, SlotKind.EVENT, partition, timestamp, 0);
  }

  static void control(TimeStage stage, byte kind, int partition, long field) {
    slot(stage, kind, partition, 0, field);
  }

  static void slot(TimeStage stage, byte kind, int partition, long timestamp, long arrivalNs) {
    SlotBatch batch = new SlotBatch(0);
    batch.size = 1;
    batch.kinds[0] = kind;
    batch.partitions[0] = partition;
    batch.timestamps[0] = timestamp;
    batch.arrivalsNs[0] = arrivalNs;
    stage.judge(batch, null);
  }

  /** The partition's watermark goes to here. */
  static void given(TimeStage stage, int partition, long watermark) {
    control(stage, SlotKind.WATERMARK, partition, watermark);
  }
}
