package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import java.lang.invoke.MethodHandles;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * The template of a job's event code, defined again as a hidden class for each job with its
 * functions as class data; see {@link io.tidemark.aggregate.Specialiser}. Loaded as an ordinary
 * class it has no functions and is never used.
 */
final class SpecialisedEvents extends EventCode {
  /** How many values have a place of their own; further ones are read through the list. */
  private static final int PLACES = 8;

  private static final LoopSetup SETUP = setup();
  private static final ToLongFunction<Object> TIMESTAMP = SETUP.timestamp();
  private static final long SMALLEST = SETUP.smallestTimestamp();
  private static final long LARGEST = SETUP.largestTimestamp();
  private static final Predicate<Object> FILTER = SETUP.filter();
  private static final ToLongFunction<Object> KEY = SETUP.key();
  private static final int VALUES = SETUP.values().size();
  private static final ToLongFunction<Object> VALUE0 = value(0);
  private static final ToLongFunction<Object> VALUE1 = value(1);
  private static final ToLongFunction<Object> VALUE2 = value(2);
  private static final ToLongFunction<Object> VALUE3 = value(3);
  private static final ToLongFunction<Object> VALUE4 = value(4);
  private static final ToLongFunction<Object> VALUE5 = value(5);
  private static final ToLongFunction<Object> VALUE6 = value(6);
  private static final ToLongFunction<Object> VALUE7 = value(7);

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
    if (SETUP.clears()) {
      for (int i = 0; i < size; i++) {
        ring.get(first + i).clear();
      }
    }
  }

  private static UserCodeException readEvent(Slot event, int i, SlotBatch batch) {
    String function = "timestamp";
    try {
      long timestamp = TIMESTAMP.applyAsLong(event);
      batch.timestamps[i] = timestamp;
      if (timestamp < SMALLEST || timestamp > LARGEST) {
        rejectTimestamp(i, batch);
        return null;
      }
      function = "filter";
      if (FILTER != null && !FILTER.test(event)) {
        batch.kinds[i] = SlotBatch.FILTERED;
        return null;
      }
      function = "key";
      batch.keys[i] = KEY == null ? 0 : KEY.applyAsLong(event);
      function = "value";
      readValues(event, batch.values, i * VALUES);
    } catch (RuntimeException thrown) {
      return onThrow(SETUP, function, thrown, i, batch);
    }
    return null;
  }

  private static void readValues(Slot event, long[] values, int at) {
    if (VALUE0 != null) {
      values[at + 0] = VALUE0.applyAsLong(event);
    }
    if (VALUE1 != null) {
      values[at + 1] = VALUE1.applyAsLong(event);
    }
    if (VALUE2 != null) {
      values[at + 2] = VALUE2.applyAsLong(event);
    }
    if (VALUE3 != null) {
      values[at + 3] = VALUE3.applyAsLong(event);
    }
    if (VALUE4 != null) {
      values[at + 4] = VALUE4.applyAsLong(event);
    }
    if (VALUE5 != null) {
      values[at + 5] = VALUE5.applyAsLong(event);
    }
    if (VALUE6 != null) {
      values[at + 6] = VALUE6.applyAsLong(event);
    }
    if (VALUE7 != null) {
      values[at + 7] = VALUE7.applyAsLong(event);
    }
    for (int v = PLACES; v < VALUES; v++) {
      values[at + v] = SETUP.values().get(v).applyAsLong(event);
    }
  }

  private static LoopSetup setup() {
    try {
      LoopSetup setup = MethodHandles.classData(MethodHandles.lookup(), "_", LoopSetup.class);
      return setup == null
          ? new LoopSetup("", null, 0, 0, null, null, List.of(), false, false)
          : setup;
    } catch (IllegalAccessException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private static ToLongFunction<Object> value(int v) {
    return v < VALUES ? SETUP.values().get(v) : null;
  }
}
