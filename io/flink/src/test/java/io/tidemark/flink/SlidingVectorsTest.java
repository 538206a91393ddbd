package io.tidemark.flink;

import static io.tidemark.flink.WindowSpec.sliding;

import org.junit.jupiter.api.Test;

/** The vectors of the specification on sliding windows in Flink's operator, run on both sides. */
class SlidingVectorsTest {
  @Test
  void v109AndV141ShouldCallLateWhatIsLateAndFallsIntoNoWindow() {
    BothSides.of(sliding(3, 10))
        .event(1, 2, 1)
        .event(1, 3, 2)
        .event(1, 9, 4)
        .watermark(20)
        .expect("[0,3) k1 n=1 sum=1")
        .event(1, 25, 8)
        .expectLate()
        .event(1, 5, 16)
        .expectLate(5)
        .dropping()
        .expectDropped(1);
  }

  @Test
  void v126ShouldSumUpSlidingWindows() {
    BothSides.of(sliding(3_000, 1_000))
        .event(2, 3_999, 1)
        .event(2, 3_000, 1)
        .event(1, 20, 1)
        .event(1, 0, 1)
        .event(1, 999, 1)
        .event(2, 1_998, 1)
        .event(2, 1_999, 1)
        .event(2, 1_000, 1)
        .watermark(999)
        .expect("[-2000,1000) k1 n=3 sum=3")
        .watermark(1_999)
        .watermark(2_999)
        .watermark(3_999)
        .watermark(4_999)
        .watermark(5_999)
        .watermark(6_999)
        .watermark(7_999)
        .expect(
            "[-2000,1000) k1 n=3 sum=3",
            "[-1000,2000) k1 n=3 sum=3",
            "[-1000,2000) k2 n=3 sum=3",
            "[0,3000) k1 n=3 sum=3",
            "[0,3000) k2 n=3 sum=3",
            "[1000,4000) k2 n=5 sum=5",
            "[2000,5000) k2 n=2 sum=2",
            "[3000,6000) k2 n=2 sum=2")
        .expectHeld(0);
  }

  @Test
  void v135ShouldSideOutputOnlyWhatIsLateForAllWindows() {
    BothSides.of(sliding(3_000, 1_000))
        .event(2, 1_000, 1)
        .watermark(1_999)
        .event(2, 2_000, 1)
        .watermark(3_000)
        .expect("[-1000,2000) k2 n=1 sum=1", "[0,3000) k2 n=2 sum=2")
        .event(1, 3_001, 1)
        .event(2, 2_400, 1)
        .event(2, 2_400, 1)
        .event(1, 3_001, 1)
        .event(2, 3_900, 1)
        .watermark(6_000)
        .event(1, 3_001, 1)
        .watermark(25_000)
        .expect(
            "[-1000,2000) k2 n=1 sum=1",
            "[0,3000) k2 n=2 sum=2",
            "[1000,4000) k1 n=2 sum=2",
            "[1000,4000) k2 n=5 sum=5",
            "[2000,5000) k1 n=2 sum=2",
            "[2000,5000) k2 n=4 sum=4",
            "[3000,6000) k1 n=2 sum=2",
            "[3000,6000) k2 n=1 sum=1")
        .expectLate(3_001)
        .expectHeld(0);
  }

  @Test
  void v137ShouldFireAgainTheWindowsThatAreKeptAndEnterTheOthersSilently() {
    BothSides.of(sliding(3_000, 1_000).lateness(500))
        .event(1, 2_400, 1)
        .watermark(2_999)
        .event(1, 2_400, 2)
        .expect("[0,3000) k1 n=1 sum=1", "[0,3000) k1 n=2 sum=3 late r1")
        .watermark(3_499)
        .event(1, 2_400, 4)
        .expectLate()
        .watermark(10_000)
        .expect(
            "[0,3000) k1 n=1 sum=1",
            "[0,3000) k1 n=2 sum=3 late r1",
            "[1000,4000) k1 n=3 sum=7",
            "[2000,5000) k1 n=3 sum=7");
  }

  @Test
  void v170ShouldFireEachOfAnEventsWindowsOnce() {
    BothSides.of(sliding(4, 2).lateness(10))
        .watermark(6)
        .event(1, 3, 1)
        .event(2, 4, 2)
        .expect("[0,4) k1 n=1 sum=1 late", "[2,6) k1 n=1 sum=1 late", "[2,6) k2 n=1 sum=2 late")
        .watermark(7)
        .expect(
            "[0,4) k1 n=1 sum=1 late",
            "[2,6) k1 n=1 sum=1 late",
            "[2,6) k2 n=1 sum=2 late",
            "[4,8) k2 n=1 sum=2");
  }
}
