package io.tidemark.bench.workload;

import org.openjdk.jmh.infra.BenchmarkParams;

/** Guards scores of benchmarks whose operations per invocation are a parameter. */
public final class Operations {

  private Operations() {}

  /**
   * Fails unless JMH divides by the number that the parameter says: an annotation cannot follow a
   * parameter.
   *
   * @param name the parameter
   * @param value its value
   */
  public static void require(BenchmarkParams params, String name, int value) {
    if (params.getOpsPerInvocation() != value) {
      throw new IllegalArgumentException(
          String.format(
              "operations per invocation: %d, expected the parameter %s=%d; add -opi %d, or use bench/run",
              params.getOpsPerInvocation(), name, value, value));
    }
  }
}
