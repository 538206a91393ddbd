package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.session;
import static io.tidemark.flink.WindowSpec.tumbling;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.flink.Triggering.Kind;
import org.junit.jupiter.api.Test;

/**
 * The vectors of Flink's triggers alone, put as what they make windows do, on both sides; how many
 * timers and entries of state Flink holds meanwhile is its own affair. For V119 to V125, where the
 * engine does something else than Flink, see the engine's tests of triggers.
 */
class TriggerVectorsTest {
  private static Triggering every(long ms) {
    return new Triggering(Kind.EARLY, ms);
  }

  @Test
  void v113ShouldFireEachWindowAtItsEnd() {
    BothSides.of(tumbling(2))
        .event(1, 0, 1)
        .event(1, 1, 2)
        .event(1, 1, 4)
        .event(1, 2, 8)
        .event(1, 3, 16)
        .expect()
        .watermark(2)
        .expect("[0,2) k1 n=3 sum=7")
        .watermark(4)
        .expect("[0,2) k1 n=3 sum=7", "[2,4) k1 n=2 sum=24");
  }

  @Test
  void v114ShouldFireAtOnceForALateEvent() {
    BothSides.of(tumbling(2).lateness(10))
        .watermark(2)
        .event(1, 1, 1)
        .expect("[0,2) k1 n=1 sum=1 late")
        .event(1, 3, 2)
        .expect("[0,2) k1 n=1 sum=1 late");
  }

  @Test
  void v115ShouldFireAMergedWindowOnceAndAtOnceWhereItIsLate() {
    BothSides.of(session(2))
        .event(1, 0, 1)
        .event(1, 2, 2)
        .watermark(2)
        .expect()
        .watermark(4)
        .expect("[0,4) k1 n=2 sum=3");
    BothSides.of(session(2).lateness(50))
        .watermark(10)
        .event(1, 0, 1)
        .event(1, 2, 2)
        .expect("[0,2) k1 n=1 sum=1 late", "[0,4) k1 n=2 sum=3 late");
  }

  @Test
  void v116ShouldFireAtTheEndWhereTheNextTimeIsBehindIt() {
    BothSides.of(tumbling(2).triggering(every(3_600_000)).lateness(10))
        .event(1, 0, 1)
        .event(1, 2, 2)
        .watermark(2)
        .expect("[0,2) k1 n=1 sum=1")
        .watermark(4)
        .expect("[0,2) k1 n=1 sum=1", "[2,4) k1 n=1 sum=2")
        .event(1, 1, 4)
        .expect("[0,2) k1 n=1 sum=1", "[2,4) k1 n=1 sum=2", "[0,2) k1 n=2 sum=5 late r1");
  }

  @Test
  void v117ShouldFireEarlyTriggersAtOnceForALateEvent() {
    BothSides.of(tumbling(2).triggering(every(5)).lateness(50))
        .watermark(10)
        .event(1, 1, 1)
        .expect("[0,2) k1 n=1 sum=1 late")
        .watermark(20)
        .expect("[0,2) k1 n=1 sum=1 late");
  }

  /** Flink's operator fires at the old end of the first session too, as if it were a multiple. */
  @Test
  void v118ShouldFireAMergedWindowAtItsEndWhereTheNextTimeIsBehindIt() {
    BothSides script =
        BothSides.of(session(2).triggering(every(3_600_000)))
            .event(1, 0, 1)
            .event(1, 2, 2)
            .watermark(4);
    assertThat(script.engine().texts()).containsExactly("[0,4) k1 n=2 sum=3");
    assertThat(script.flink().texts())
        .containsExactly("[0,4) k1 n=2 sum=3", "[0,4) k1 n=2 sum=3 r1");
  }
}
