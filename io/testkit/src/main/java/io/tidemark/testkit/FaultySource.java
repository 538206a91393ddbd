package io.tidemark.testkit;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * What becomes of an orderly stream on its way to an engine: networks delay it, clients' clocks are
 * off, clients are offline for a while and then hand over all that they held, and what was not
 * acknowledged is sent again. The same seed gives the same faults; none is made unless asked for.
 *
 * <pre>{@code
 * List<FaultySource.Delivery> deliveries =
 *     FaultySource.of(seed)
 *         .network(ofMillis(20), ofSeconds(5))
 *         .clocks(ofMillis(300), 50)
 *         .offline(ofMinutes(10), ofMinutes(1))
 *         .retries(0.01, ofSeconds(2))
 *         .deliver(sent);
 * }</pre>
 *
 * <p>One thread.
 */
public final class FaultySource {
  private static final double PER_MILLION = 1e-6;

  private final long seed;
  private long meanDelayNs;
  private long mostDelayNs;
  private long clockOffsetNs;
  private double clockDrift;
  private long onlineNs;
  private long offlineNs;
  private double retryShare;
  private long retryAfterNs;

  /**
   * An event as it happens.
   *
   * @param source whose it is: a client, a device
   * @param timeNs when, in ns since the epoch
   */
  public record Sent(int source, long timeNs) {}

  /**
   * An event as it is handed over.
   *
   * @param index its place in the list of what was sent; a retry has that of the first one
   * @param source whose it is
   * @param timestampNs when it happened, by the source's own clock
   * @param arrivalNs when it arrives
   * @param isRetry whether it has been handed over before
   */
  public record Delivery(
      int index, int source, long timestampNs, long arrivalNs, boolean isRetry) {}

  /** One source's clock, and when it is offline. */
  private record Client(long offsetNs, double drift, long phaseNs) {}

  private FaultySource(long seed) {
    this.seed = seed;
  }

  /** A source without faults. */
  public static FaultySource of(long seed) {
    return new FaultySource(seed);
  }

  /**
   * The network delays each event: exponentially around a mean, which puts events out of order.
   *
   * @param mean more than 0
   * @param most no delay is longer; at least the mean
   */
  public FaultySource network(Duration mean, Duration most) {
    meanDelayNs = atLeast("network.mean", mean, 1);
    mostDelayNs = atLeast("network.most", most, meanDelayNs);
    return this;
  }

  /**
   * Each source's clock is off by a constant, and by a drift since the first event of all.
   *
   * @param offset by so much at most, ahead or behind
   * @param driftPpm by so many millionths at most, fast or slow
   */
  public FaultySource clocks(Duration offset, double driftPpm) {
    clockOffsetNs = atLeast("clocks.offset", offset, 0);
    if (!(driftPpm >= 0 && driftPpm <= 1_000_000)) {
      throw new IllegalArgumentException(
          "clocks.drift: " + driftPpm + " ppm; expected 0 to 1000000");
    }
    clockDrift = driftPpm * PER_MILLION;
    return this;
  }

  /**
   * Each source is online and offline in turn, beginning anywhere in between. What happens while it
   * is offline is sent when it is online again.
   *
   * @param online more than 0
   * @param offline more than 0
   */
  public FaultySource offline(Duration online, Duration offline) {
    onlineNs = atLeast("offline.online", online, 1);
    offlineNs = atLeast("offline.offline", offline, 1);
    return this;
  }

  /**
   * Events that arrived are sent again, as their acknowledgements got lost; again and again with
   * the same chance.
   *
   * @param share of the events, 0 to less than 1
   * @param after so long after it arrived, and a way through the network later
   */
  public FaultySource retries(double share, Duration after) {
    if (!(share >= 0 && share < 1)) {
      throw new IllegalArgumentException("retries.share: " + share + "; expected 0 to below 1");
    }
    retryShare = share;
    retryAfterNs = atLeast("retries.after", after, 0);
    return this;
  }

  /**
   * What is handed over, in the order in which it arrives; what arrives at one time in the order in
   * which it was sent.
   *
   * @param sent in order of time
   */
  public List<Delivery> deliver(List<Sent> sent) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Integer, Client> clients = new HashMap<>();
    List<Delivery> deliveries = new ArrayList<>();
    long firstNs = sent.isEmpty() ? 0 : sent.get(0).timeNs();
    for (int i = 0; i < sent.size(); i++) {
      Sent event = sent.get(i);
      Client client = clients.computeIfAbsent(event.source(), this::client);
      long sinceNs = event.timeNs() - firstNs;
      long timestampNs =
          event.timeNs() + client.offsetNs + Math.round(client.drift * (double) sinceNs);
      long arrivalNs = firstNs + onlineAt(client, sinceNs) + delayNs(random);
      deliveries.add(new Delivery(i, event.source(), timestampNs, arrivalNs, false));
      while (retryShare > 0 && random.nextDouble() < retryShare) {
        arrivalNs += retryAfterNs + delayNs(random);
        deliveries.add(new Delivery(i, event.source(), timestampNs, arrivalNs, true));
      }
    }
    deliveries.sort(Comparator.comparingLong(Delivery::arrivalNs));
    return deliveries;
  }

  private Client client(int source) {
    SplittableRandom own = new SplittableRandom(seed ^ ((source + 1L) * 0x9E3779B97F4A7C15L));
    return new Client(
        clockOffsetNs == 0 ? 0 : own.nextLong(-clockOffsetNs, clockOffsetNs + 1),
        clockDrift == 0 ? 0 : own.nextDouble(-clockDrift, clockDrift),
        offlineNs == 0 ? 0 : own.nextLong(onlineNs + offlineNs));
  }

  /** When what happens at this time can be sent. */
  private long onlineAt(Client client, long sinceNs) {
    if (offlineNs == 0) {
      return sinceNs;
    }
    long inPeriod = Math.floorMod(sinceNs + client.phaseNs, onlineNs + offlineNs);
    return inPeriod < onlineNs ? sinceNs : sinceNs + onlineNs + offlineNs - inPeriod;
  }

  private long delayNs(SplittableRandom random) {
    if (meanDelayNs == 0) {
      return 0;
    }
    double delay = -Math.log(1 - random.nextDouble()) * (double) meanDelayNs;
    return (long) Math.min(delay, (double) mostDelayNs);
  }

  private static long atLeast(String setting, Duration value, long leastNs) {
    long ns = requireNonNull(value, setting).toNanos();
    if (ns < leastNs) {
      throw new IllegalArgumentException(
          setting + ": " + value + "; expected " + Duration.ofNanos(leastNs) + " or more");
    }
    return ns;
  }
}
