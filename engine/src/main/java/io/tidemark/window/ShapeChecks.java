package io.tidemark.window;

import io.tidemark.time.Durations;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** What several shapes check. Set-up code; any thread. */
final class ShapeChecks {
  /** Why sessions have neither offset nor boundaries. */
  static final String SESSIONS = "sessions begin with their first event";

  private ShapeChecks() {}

  /**
   * Checks that a length is more than 0.
   *
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  static void positive(Duration length, TimeUnit unit, String setting) {
    if (Durations.inUnit(length, unit, setting) <= 0) {
      throw new IllegalArgumentException(setting + ": " + length + "; expected more than 0");
    }
  }

  /**
   * Checks that an offset is less than a step in either direction.
   *
   * @throws IllegalArgumentException names the setting, the value and what is expected
   */
  static void offset(
      Duration offset, String stepName, Duration step, TimeUnit unit, String setting) {
    Durations.inUnit(offset, unit, setting + ".offset");
    if (offset.abs().compareTo(step) >= 0) {
      throw new IllegalArgumentException(
          setting
              + ".offset: "
              + offset
              + "; expected less than the "
              + stepName
              + " "
              + step
              + " in either direction");
    }
  }

  /** What is thrown for an offset of windows that have none. */
  static IllegalArgumentException noOffset(Duration offset, String why) {
    return new IllegalArgumentException("offset: " + offset + "; expected none, as " + why);
  }

  /** What is thrown for (start, end] where there is no choice. */
  static IllegalArgumentException noBoundaries(String why) {
    return new IllegalArgumentException("boundaries: (start, end]; expected none, as " + why);
  }
}
