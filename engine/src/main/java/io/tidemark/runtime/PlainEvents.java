package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * A job's event code as an ordinary class, for where no class can be defined at run time and for
 * debuggers.
 */
final class PlainEvents extends EventCode {
  private final LoopSetup setup;

  PlainEvents(LoopSetup setup) {
    this.setup = setup;
  }

  @Override
  UserCodeException read(RingBuffer<? extends Slot> ring, long first, SlotBatch batch) {
    UserCodeException stop = null;
    for (int i = 0; i < batch.size; i++) {
      Slot slot = ring.get(first + i);
      if (readSlot(slot, i, batch) == SlotKind.EVENT) {
        stop = readEvent(slot, i, batch);
      }
    }
    return stop;
  }

  @Override
  void clear(RingBuffer<? extends Slot> ring, long first, int size) {
    if (setup.clears()) {
      for (int i = 0; i < size; i++) {
        ring.get(first + i).clear();
      }
    }
  }

  private UserCodeException readEvent(Slot event, int i, SlotBatch batch) {
    String function = "timestamp";
    try {
      long timestamp = setup.timestamp().applyAsLong(event);
      batch.timestamps[i] = timestamp;
      if (timestamp < setup.smallestTimestamp() || timestamp > setup.largestTimestamp()) {
        rejectTimestamp(i, batch);
        return null;
      }
      function = "filter";
      if (setup.filter() != null && !setup.filter().test(event)) {
        batch.kinds[i] = SlotBatch.FILTERED;
        return null;
      }
      function = "key";
      batch.keys[i] = setup.key() == null ? 0 : setup.key().applyAsLong(event);
      function = "value";
      List<ToLongFunction<Object>> values = setup.values();
      for (int v = 0; v < values.size(); v++) {
        batch.values[i * batch.valuesPerEvent + v] = values.get(v).applyAsLong(event);
      }
    } catch (RuntimeException thrown) {
      return onThrow(setup, function, thrown, i, batch);
    }
    return null;
  }
}
