package io.tidemark.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Against looking up each event's pane. */
class OpenPanesTest {
  private static final int EVENTS = 64;
  private static final long[] ORIGINS = {
    0, 1_700_000_000_000_000_000L, -1_700_000_000_000L, Long.MIN_VALUE / 2, Long.MAX_VALUE / 2
  };

  @Test
  void shouldFindWhatIsLookedUp() {
    SplittableRandom random = new SplittableRandom(7);
    for (int round = 0; round < 2_000; round++) {
      long slide = 1 + (random.nextLong(1L << 57) >>> random.nextInt(57));
      long size = 1 + random.nextLong(slide) * random.nextInt(1, 20);
      long offset = random.nextLong(slide);
      new Comparison(new SlidingAssigner(size, slide, offset, 0), random).run();
    }
  }

  @Test
  void shouldFindAllEventsOfPanesSideBySideInWhateverOrderTheyWereOpened() {
    SlidingAssigner assigner = new SlidingAssigner(10, 3, 1, 0);
    for (int[] order : new int[][] {{0, 1, 2, 3}, {3, 2, 1, 0}, {0, 3, 1, 2}, {1, 3, 0, 2}}) {
      Panes panes = new Panes(2);
      OpenPanes open = new OpenPanes(assigner, panes);
      for (int index : order) {
        open.add(opened(panes, assigner, index), 0);
      }
      long[] timestamps = new long[EVENTS];
      int[] slots = new int[EVENTS];
      int found = 0;
      for (long t = assigner.start(0); assigner.pane(t) < 4; t++) {
        timestamps[found++] = t;
      }
      assertThat(found).isEqualTo(6);
      assertThat(open.find(timestamps, 0, found, slots)).isEqualTo(found);
      open.fired(1);
      assertThat(open.find(timestamps, 0, found, slots)).isZero();
      assertThat(open.find(timestamps, 3, found, slots)).isEqualTo(found);
      open.fired(3);
      assertThat(open.find(timestamps, 3, found, slots)).isEqualTo(3);
    }
  }

  @Test
  void shouldHoldMorePanesThanItBeganWith() {
    SlidingAssigner assigner = new SlidingAssigner(1_000, 1, 0, 0);
    for (int direction : new int[] {1, -1}) {
      Panes panes = new Panes(2);
      OpenPanes open = new OpenPanes(assigner, panes);
      for (int n = 0; n < 1_000; n++) {
        open.add(opened(panes, assigner, (long) direction * n), -10_000);
      }
      int[] slots = new int[1];
      for (int n = 0; n < 1_000; n++) {
        long timestamp = (long) direction * n;
        assertThat(open.find(new long[] {timestamp}, 0, 1, slots)).isEqualTo(1);
        assertThat(slots[0]).isEqualTo(panes.find(timestamp).slot);
      }
    }
  }

  private static Pane opened(Panes panes, SlidingAssigner assigner, long index) {
    Pane pane = panes.open(index, false);
    pane.slot = (int) (index * 31) & 0xffff;
    pane.firstFiresAt = assigner.last(assigner.oldestWindow(index));
    return pane;
  }

  /** Panes that are opened around a moving time, with holes, and fire from the first one on. */
  private static final class Comparison {
    private final SlidingAssigner assigner;
    private final SplittableRandom random;
    private final Panes panes = new Panes(2);
    private final OpenPanes open;
    private final long origin;
    private long next;
    private long fired = Long.MIN_VALUE;

    private Comparison(SlidingAssigner assigner, SplittableRandom random) {
      this.assigner = assigner;
      this.random = random;
      this.open = new OpenPanes(assigner, panes);
      this.origin = ORIGINS[random.nextInt(ORIGINS.length)];
      this.next = assigner.pane(origin);
    }

    private void run() {
      for (int step = 0; step < 30; step++) {
        long index = next + random.nextInt(-2, 3);
        next = Math.max(next, index);
        // As the operator does: a pane of which a window has fired is none of these.
        if (panes.find(index) == null && index > fired) {
          open.add(opened(panes, assigner, index), watermark());
        }
        if (random.nextInt(4) == 0) {
          fired = Math.max(fired, next - random.nextInt(1, 6));
          open.fired(fired);
        }
        check();
      }
    }

    private long watermark() {
      return fired == Long.MIN_VALUE ? Long.MIN_VALUE : assigner.last(assigner.oldestWindow(fired));
    }

    private void check() {
      long[] timestamps = new long[EVENTS];
      int[] slots = new int[EVENTS];
      for (int i = 0; i < EVENTS; i++) {
        long slide = assigner.slide();
        timestamps[i] =
            assigner.start(assigner.newestWindow(next))
                + (random.nextInt(-4, 3) * slide + random.nextLong(slide));
      }
      int end = open.find(timestamps, 0, EVENTS, slots);
      if (assigner.panesPerSlide() == 1) {
        assertThat(open.covered(timestamps, 0, EVENTS)).isEqualTo(end);
      }
      for (int i = 0; i < end; i++) {
        Pane pane = panes.find(assigner.pane(timestamps[i]));
        assertThat(pane).as("slide %d, timestamp %d", assigner.slide(), timestamps[i]).isNotNull();
        assertThat(pane.index).isGreaterThan(fired);
        assertThat(slots[i]).isEqualTo(pane.slot);
      }
    }
  }
}
