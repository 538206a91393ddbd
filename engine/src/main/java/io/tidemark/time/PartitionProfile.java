package io.tidemark.time;

import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * What was measured of one partition since it joined: a copy, all of one moment but for the clock,
 * which is as of the interval before. Values are kept to 1 % and up to a day; longer ones count as
 * a day. All events that were let in count, those that the filter left out too.
 *
 * @param partition whose
 * @param unit of timestamps and of {@code disorder}
 * @param delayNs arrival - timestamp, in ns, of the events where that is not negative. What arrival
 *     means is the publisher's choice: the time at which the event was published, or the one at
 *     which the source received it; the delay is then that of what lies before
 * @param negativeDelays how many events had a timestamp after their arrival; they are not in {@code
 *     delayNs}
 * @param largestLeadNs by how much at most, in ns
 * @param disorder the partition's largest timestamp so far - timestamp, in the job's unit: 0 for an
 *     event in order. An event is behind its partition's watermark when this exceeds the bound, so
 *     it is what a bound is chosen by, and delay is not
 * @param interArrivalNs from one arrival to the next, in ns: what a time-out for idleness is chosen
 *     by
 * @param entryDelayNs engine entry - arrival, in ns: how long it took from the source's hands into
 *     the engine. Only of events whose arrival was handed over, and only where publishers measure
 *     it, {@code EngineOptions.measureEntries}; else empty. With an arrival that the source stamps,
 *     {@code delayNs} is what lies before it (the way to the source), and this what lies after it
 *     (lag of the consumer, batches that are held until they are full, waits of the publisher)
 * @param negativeEntryDelays how many events entered before their arrival, as the source's clock is
 *     ahead of the engine's; they are not in {@code entryDelayNs}
 * @param clock what the delays say of the source's clock
 */
public record PartitionProfile(
    int partition,
    TimeUnit unit,
    Histogram delayNs,
    long negativeDelays,
    long largestLeadNs,
    Histogram disorder,
    Histogram interArrivalNs,
    Histogram entryDelayNs,
    long negativeEntryDelays,
    ClockReading clock) {

  /** How many events were measured. */
  public long events() {
    return disorder.getTotalCount();
  }
}
