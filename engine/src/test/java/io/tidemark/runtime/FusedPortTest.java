package io.tidemark.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.lmax.disruptor.BusySpinWaitStrategy;
import com.lmax.disruptor.RingBuffer;
import io.tidemark.Event;
import io.tidemark.counters.Counters;
import java.util.List;
import org.junit.jupiter.api.Test;

class FusedPortTest {
  private static final class Poisoned extends Event {
    @Override
    public void clear() {
      throw new IllegalStateException("poisoned");
    }
  }

  /** A stage that has nothing to do and ends at once. */
  private static final class Stage extends Worker {
    Stage(Lifecycle lifecycle) {
      super("stage", lifecycle, Waiting.PARK);
    }

    @Override
    boolean poll() {
      return false;
    }

    @Override
    boolean hasWork() {
      return false;
    }

    @Override
    void finish() {
      // Nothing is left.
    }
  }

  @Test
  void shouldRefuseWhatCameTooLateWhateverClearingItThrows() {
    Lifecycle lifecycle = new Lifecycle("late", false);
    Stage stage = new Stage(lifecycle);
    stage.close();
    stage.run();
    RingBuffer<Poisoned> ring =
        RingBuffer.createSingleProducer(Poisoned::new, 8, new BusySpinWaitStrategy());
    RingInput<Poisoned> input = new RingInput<>(ring, 0, 8);
    Counters counters = new Counters(0, List.of());
    FusedPort<Poisoned> port = new FusedPort<>(input, null, stage, lifecycle, null, counters);

    port.claim(1);
    Throwable refused = catchThrowable(() -> port.publish(1));

    assertThat(refused).hasMessage("job late: the engine is closed");
    assertThat(refused.getSuppressed())
        .singleElement()
        .satisfies(
            thrown ->
                assertThat(thrown)
                    .hasMessage(
                        "job late: the clear function of an event threw"
                            + " java.lang.IllegalStateException: poisoned"));
    assertThat(counters.published.value()).isZero();
  }
}
