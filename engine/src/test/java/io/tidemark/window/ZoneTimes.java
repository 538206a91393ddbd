package io.tidemark.window;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** What the clock of a zone does, found by trying. */
final class ZoneTimes {
  private static final long SPAN = 4 * 86_400;

  private ZoneTimes() {}

  /** The second from which on the clock shows this time or a later one, for the first time. */
  static long firstMoment(ZoneId zone, LocalDateTime local) {
    ZoneRules rules = zone.getRules();
    long about = local.toEpochSecond(ZoneOffset.UTC);
    TreeSet<Long> candidates = new TreeSet<>();
    for (ZoneOffsetTransition transition : transitions(rules, about - SPAN, about + SPAN)) {
      candidates.add(transition.getInstant().getEpochSecond());
      candidates.add(local.toEpochSecond(transition.getOffsetBefore()));
      candidates.add(local.toEpochSecond(transition.getOffsetAfter()));
    }
    candidates.add(local.toEpochSecond(rules.getOffset(Instant.ofEpochSecond(about))));
    return candidates.stream()
        .filter(second -> !shown(zone, second).isBefore(local))
        .findFirst()
        .orElseThrow();
  }

  static LocalDateTime shown(ZoneId zone, long second) {
    return LocalDateTime.ofInstant(Instant.ofEpochSecond(second), zone);
  }

  /** All changes of the offset between these seconds. */
  static List<ZoneOffsetTransition> transitions(ZoneRules rules, long from, long to) {
    List<ZoneOffsetTransition> transitions = new ArrayList<>();
    ZoneOffsetTransition next = rules.nextTransition(Instant.ofEpochSecond(from));
    while (next != null && next.getInstant().getEpochSecond() <= to) {
      transitions.add(next);
      next = rules.nextTransition(next.getInstant());
    }
    return transitions;
  }

  static List<ZoneId> all() {
    return ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();
  }
}
