package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class WorkerTest {
  private static final int POLLS = 500;

  @Test
  void shouldStartToYieldAnewAfterEachPieceOfWork() {
    List<Integer> idlePollsBeforeParking = new ArrayList<>();
    Worker worker =
        new Worker("tidemark-worker", new Lifecycle("worker", false), Waiting.PARK) {
          private int polls;
          private int idlePolls;

          @Override
          boolean poll() {
            if (++polls == POLLS) {
              halt();
            }
            // Work comes after the worker has parked for the third time since the last work.
            boolean works = idlePolls > 22;
            idlePolls = works ? 0 : idlePolls + 1;
            return works;
          }

          /** Called when it is about to park; there being work, it does not. */
          @Override
          boolean hasWork() {
            idlePollsBeforeParking.add(idlePolls);
            return true;
          }

          @Override
          void finish() {
            // Halted: never called.
          }
        };
    worker.run();

    // 20 yields come first, each time.
    assertThat(idlePollsBeforeParking).hasSizeGreaterThan(40).allMatch(polls -> polls > 20);
  }

  @Test
  void shouldNameWhatThrowsWhenWorkIsDiscarded() {
    Lifecycle lifecycle = new Lifecycle("worker", false);
    Worker worker =
        new Worker("tidemark-worker", lifecycle, Waiting.PARK) {
          @Override
          boolean poll() {
            return false;
          }

          @Override
          boolean hasWork() {
            return true;
          }

          @Override
          void finish() {
            // Halted: never called.
          }

          @Override
          void discard() {
            throw new IllegalStateException("poisoned");
          }
        };
    worker.halt();
    worker.run();

    assertThat(lifecycle.failure())
        .hasMessage(
            "job worker: the clear function of an event threw"
                + " java.lang.IllegalStateException: poisoned");
  }
}
