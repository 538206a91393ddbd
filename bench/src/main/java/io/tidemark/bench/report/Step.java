package io.tidemark.bench.report;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;

/**
 * One benchmark class of a suite, with the settings that the suite gives it. What the command line
 * says goes before them.
 *
 * @param include the class, as JMH's regular expression
 * @param operations the parameter whose value is the number of operations an invocation, or null
 *     when the benchmark's annotation says it
 * @param params values of parameters, by name
 * @param jvmArgs flags of the forked JVMs
 */
record Step(
    String include, String operations, Map<String, List<String>> params, List<String> jvmArgs) {

  static final List<String> HEAP_4G =
      List.of("-Xms4g", "-Xmx4g", "-XX:+AlwaysPreTouch", "-XX:+UseG1GC");
  static final List<String> HEAP_1G = List.of("-Xms1g", "-Xmx1g", "-XX:+UseG1GC");

  /** What a journal needs of the JVM is read from where the launcher reads it. */
  private static final String JOURNAL = "@conf/jvm.args";

  static final List<String> JOURNAL_4G = with(HEAP_4G, JOURNAL);
  static final List<String> JOURNAL_1G = with(HEAP_1G, JOURNAL);
  static final List<String> FOOTPRINT =
      List.of(
          "-Xms1g",
          "-Xmx1g",
          "-XX:+UseSerialGC",
          "-XX:MarkSweepAlwaysCompactCount=1",
          "-XX:-UseTLAB");

  static Step of(String include, List<String> jvmArgs) {
    return new Step("\\." + include + "\\.", null, Map.of(), jvmArgs);
  }

  private static List<String> with(List<String> flags, String more) {
    return Stream.concat(flags.stream(), Stream.of(more)).toList();
  }

  Step with(String param, String... values) {
    Map<String, List<String>> more = new LinkedHashMap<>(params);
    more.put(param, List.of(values));
    return new Step(include, operations, more, jvmArgs);
  }

  /** Like {@link #with}, for the parameter that says how many operations an invocation has. */
  Step withOperations(String param, String... values) {
    Step more = with(param, values);
    return new Step(include, param, more.params, jvmArgs);
  }

  /** The values to launch one after the other, as JMH takes one number of operations a launch. */
  List<String> operationCounts(CommandLineOptions commandLine) {
    return operations == null ? List.of("") : values(operations, commandLine);
  }

  /** Adds this step's settings to JMH's options, for one of {@link #operationCounts}. */
  void configure(ChainedOptionsBuilder options, CommandLineOptions commandLine, String count) {
    options.include(include);
    for (String param : params.keySet()) {
      if (param.equals(operations)) {
        options.param(param, count).operationsPerInvocation(Integer.parseInt(count));
      } else {
        options.param(param, values(param, commandLine).toArray(String[]::new));
      }
    }
  }

  private List<String> values(String param, CommandLineOptions commandLine) {
    return List.copyOf(commandLine.getParameter(param).orElse(params.get(param)));
  }
}
