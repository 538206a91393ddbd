package io.tidemark.scenario;

import io.tidemark.window.WindowDefinition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Makes the scenarios of a test and checks the accounting of each at its end. */
abstract class ScenarioTest {
  private final List<Scenario> scenarios = new ArrayList<>();

  /** A job with tumbling windows of these sizes, in ms. */
  final Scenario tumbling(long... sizes) {
    return checked(Scenario.tumbling(sizes));
  }

  /** A job with sessions of these gaps, in ms. */
  final Scenario sessions(long... gaps) {
    return checked(Scenario.sessions(gaps));
  }

  /** A job with sessions to which each event brings its value as its gap. */
  final Scenario dynamicSessions() {
    return checked(Scenario.dynamicSessions());
  }

  private Scenario checked(Scenario scenario) {
    scenarios.add(scenario);
    return scenario;
  }

  /** A job with sliding windows of this size and slide, in ms. */
  final Scenario sliding(long size, long slide) {
    return checked(Scenario.sliding(size, slide));
  }

  /** A job with any windows. */
  final Scenario windows(WindowDefinition<Sample> definition) {
    return checked(Scenario.windows(definition));
  }

  @AfterEach
  final void checkAccounting() {
    scenarios.forEach(Scenario::checkAccounting);
  }
}
