package io.tidemark.runtime;

import com.lmax.disruptor.RingBuffer;
import io.tidemark.aggregate.Specialiser;
import io.tidemark.time.Slot;
import io.tidemark.time.SlotBatch;
import io.tidemark.time.SlotKind;
import io.tidemark.time.TimestampCheck;
import java.lang.invoke.MethodHandles;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;

/**
 * A job's event code: the template that is defined again as a hidden class for each job, and the
 * ordinary class for where that cannot be or is not wanted; see {@link Specialiser}.
 */
final class EventTemplate extends EventCode {
  /** How many values have a place of their own; further ones are read through the list. */
  private static final int PLACES = 8;

  /**
   * What the methods work on in a class of one job's own: a constant. No field and no method may
   * have the template as its type: the name means the template in a class defined again too.
   */
  private static final EventCode SELF = self();

  private final LoopSetup setup;
  private final Consumer<Object> map;
  private final ToLongFunction<Object> timestamp;
  private final Predicate<Object> hasTimestamp;
  private final TimestampCheck check;
  private final Predicate<Object> filter;
  private final ToLongFunction<Object> key;
  private final int values;
  private final ToLongFunction<Object> value0;
  private final ToLongFunction<Object> value1;
  private final ToLongFunction<Object> value2;
  private final ToLongFunction<Object> value3;
  private final ToLongFunction<Object> value4;
  private final ToLongFunction<Object> value5;
  private final ToLongFunction<Object> value6;
  private final ToLongFunction<Object> value7;

  EventTemplate(LoopSetup setup) {
    this.setup = setup;
    map = setup.map();
    timestamp = setup.timestamp();
    hasTimestamp = setup.hasTimestamp();
    check = setup.check();
    filter = setup.filter();
    key = setup.key();
    values = setup.values().size();
    value0 = value(0);
    value1 = value(1);
    value2 = value(2);
    value3 = value(3);
    value4 = value(4);
    value5 = value(5);
    value6 = value(6);
    value7 = value(7);
  }

  @Override
  UserCodeException read(RingBuffer<? extends Slot> ring, long first, SlotBatch batch) {
    EventTemplate my = (EventTemplate) (SELF == null ? this : SELF);
    UserCodeException stop = null;
    for (int i = 0; i < batch.size; i++) {
      Slot slot = ring.get(first + i);
      if (readSlot(slot, i, batch) == SlotKind.EVENT) {
        stop = my.readEvent(slot, i, batch);
      }
    }
    return stop;
  }

  @Override
  void clear(RingBuffer<? extends Slot> ring, long first, int size) {
    EventTemplate my = (EventTemplate) (SELF == null ? this : SELF);
    if (my.setup.clears()) {
      my.clearAll(ring, first, size);
    }
  }

  private void clearAll(RingBuffer<? extends Slot> ring, long first, int size) {
    try {
      for (int i = 0; i < size; i++) {
        ring.get(first + i).clear();
      }
    } catch (Exception thrown) {
      throw new UserCodeException(setup.job(), CLEAR, thrown);
    }
  }

  private UserCodeException readEvent(Slot event, int i, SlotBatch batch) {
    String function = "map function";
    try {
      if (map != null) {
        map.accept(event);
      }
      function = "timestamp function";
      if (!readTimestamp(event, i, batch)) {
        return null;
      }
      function = "filter function";
      if (filter != null && !filter.test(event)) {
        batch.kinds[i] = SlotBatch.FILTERED;
        return null;
      }
      function = "key function";
      batch.keys[i] = key == null ? 0 : key.applyAsLong(event);
      readValues(event, batch.values, i * values);
    } catch (UserCodeException named) {
      return onThrow(setup, named, i, batch);
    } catch (Exception thrown) {
      return onThrow(setup, function, thrown, i, batch);
    }
    return null;
  }

  /** Returns whether the event goes on. */
  private boolean readTimestamp(Slot event, int i, SlotBatch batch) {
    if (hasTimestamp != null && !hasTimestamp.test(event)) {
      batch.timestamps[i] = Long.MIN_VALUE;
      return onBadTimestamp(check, true, event, i, batch);
    }
    long time = timestamp.applyAsLong(event);
    batch.timestamps[i] = time;
    if (check.passes(time, batch.arrivalsNs[i])) {
      return true;
    }
    boolean isMissing = time == Long.MIN_VALUE && hasTimestamp == null;
    return onBadTimestamp(check, isMissing, event, i, batch);
  }

  private void readValues(Slot event, long[] out, int at) {
    int value = 0;
    try {
      if (value0 != null) {
        out[at + 0] = value0.applyAsLong(event);
      }
      if (value1 != null) {
        value = 1;
        out[at + 1] = value1.applyAsLong(event);
      }
      if (value2 != null) {
        value = 2;
        out[at + 2] = value2.applyAsLong(event);
      }
      if (value3 != null) {
        value = 3;
        out[at + 3] = value3.applyAsLong(event);
      }
      if (value4 != null) {
        value = 4;
        out[at + 4] = value4.applyAsLong(event);
      }
      if (value5 != null) {
        value = 5;
        out[at + 5] = value5.applyAsLong(event);
      }
      if (value6 != null) {
        value = 6;
        out[at + 6] = value6.applyAsLong(event);
      }
      if (value7 != null) {
        value = 7;
        out[at + 7] = value7.applyAsLong(event);
      }
      for (int v = PLACES; v < values; v++) {
        value = v;
        out[at + v] = setup.values().get(v).applyAsLong(event);
      }
    } catch (Exception thrown) {
      String function = "value function of " + setup.readers().get(value);
      throw new UserCodeException(setup.job(), function, thrown);
    }
  }

  private static EventCode self() {
    LoopSetup setup = Specialiser.parameterOf(MethodHandles.lookup(), LoopSetup.class);
    return setup == null ? null : new EventTemplate(setup);
  }

  private ToLongFunction<Object> value(int v) {
    return v < values ? setup.values().get(v) : null;
  }
}
