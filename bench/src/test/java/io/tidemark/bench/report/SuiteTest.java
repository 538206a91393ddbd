package io.tidemark.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

class SuiteTest {

  @ParameterizedTest
  @EnumSource
  void shouldFindASuiteByItsName(Suite suite) {
    assertThat(Suite.named(suite.label())).isSameAs(suite);
  }

  @Test
  void shouldNameAllSuitesWhenThereIsNoSuchOne() {
    assertThatThrownBy(() -> Suite.named("w9"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "suite: w9, expected one of w1, w2, partitions, sliding, sessions, late, domains,"
                + " keytable, stall, journal, process, smoke");
  }

  @Test
  void shouldDivideByTheNumberOfEvents() throws CommandLineOptionException {
    Step step = Step.of("Jobs", List.of()).with("keys", "7").withOperations("events", "10", "20");
    CommandLineOptions none = new CommandLineOptions();

    assertThat(step.operationCounts(none)).containsExactly("10", "20");
    Options options = configured(step, none, "20");
    assertThat(options.getOperationsPerInvocation().get()).isEqualTo(20);
    assertThat(options.getParameter("events").get()).containsExactly("20");
    assertThat(options.getParameter("keys").get()).containsExactly("7");
  }

  @Test
  void shouldLetTheCommandLineGoFirst() throws CommandLineOptionException {
    Step step = Step.of("Jobs", List.of()).with("keys", "7").withOperations("events", "10");
    CommandLineOptions given = new CommandLineOptions("-p", "events=30,40", "-p", "keys=8");

    assertThat(step.operationCounts(given)).containsExactlyInAnyOrder("30", "40");
    Options options = configured(step, given, "30");
    assertThat(options.getOperationsPerInvocation().get()).isEqualTo(30);
    assertThat(options.getParameter("events").get()).containsExactly("30");
    assertThat(options.getParameter("keys").get()).containsExactly("8");
  }

  private static Options configured(Step step, CommandLineOptions commandLine, String count) {
    OptionsBuilder options = new OptionsBuilder();
    options.parent(commandLine);
    step.configure(options, commandLine, count);
    return options.build();
  }
}
