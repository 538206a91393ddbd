package io.tidemark.flink;

import io.tidemark.flink.FlinkWindows.Arrival;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.streaming.api.windowing.assigners.DynamicEventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/**
 * Flink's sessions of dynamic gaps, watched for the events with which Flink may lose a session:
 * those whose own window is exactly one that others have grown to. See {@link WindowChoicesTest}.
 */
final class LostSessions extends DynamicEventTimeSessionWindows<Object> {
  private static final long serialVersionUID = 1;

  /** A window of a key that came of a merge. */
  private record Grown(long key, TimeWindow window) {}

  private final transient Set<Grown> grown = new HashSet<>();
  private final transient List<Integer> steps = new ArrayList<>();
  private transient Arrival arrival;

  LostSessions() {
    super(event -> ((Arrival) event).event().gap());
  }

  /** The steps of such events so far. */
  List<Integer> steps() {
    return List.copyOf(steps);
  }

  @Override
  public Collection<TimeWindow> assignWindows(
      Object element, long timestamp, WindowAssignerContext context) {
    arrival = (Arrival) element;
    return super.assignWindows(element, timestamp, context);
  }

  /** Gets the windows of a key, with the one that was just assigned behind them. */
  @Override
  public void mergeWindows(Collection<TimeWindow> windows, MergeCallback<TimeWindow> callback) {
    long key = arrival.event().key();
    List<TimeWindow> all = List.copyOf(windows);
    TimeWindow own = all.get(all.size() - 1);
    if (all.indexOf(own) < all.size() - 1 && grown.contains(new Grown(key, own))) {
      steps.add(arrival.step());
    }
    super.mergeWindows(
        windows,
        (merged, result) -> {
          grown.add(new Grown(key, result));
          callback.merge(merged, result);
        });
  }
}
