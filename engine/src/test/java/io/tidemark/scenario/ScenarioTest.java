package io.tidemark.scenario;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** Makes the scenarios of a test and checks the accounting of each at its end. */
abstract class ScenarioTest {
  private final List<Scenario> scenarios = new ArrayList<>();

  /** A job with tumbling windows of these sizes, in ms. */
  final Scenario tumbling(long... sizes) {
    Scenario scenario = new Scenario(sizes);
    scenarios.add(scenario);
    return scenario;
  }

  @AfterEach
  final void checkAccounting() {
    scenarios.forEach(Scenario::checkAccounting);
  }
}
