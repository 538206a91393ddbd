package io.tidemark.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.infra.IterationParams;
import org.openjdk.jmh.profile.InternalProfiler;
import org.openjdk.jmh.results.AggregationPolicy;
import org.openjdk.jmh.results.IterationResult;
import org.openjdk.jmh.results.ScalarResult;

/**
 * JMH profiler: how many cores others had during an iteration, from all CPU time of {@code
 * /proc/stat}, stolen time included, less that of this process.
 *
 * <p>Linux only. The kernel counts in ticks of 10 ms: in an iteration of 0.2 s that is 0.05 cores a
 * CPU, and a quiet iteration may read slightly below 0.
 */
public final class OthersProfiler implements InternalProfiler {

  /** The name of its metric. */
  static final String METRIC = "others";

  private static final Path STAT = Path.of("/proc/stat");
  // The kernel's USER_HZ: 100 on all common builds, whatever its own clock rate.
  private static final double TICK_NS = 1e7;
  // cpu user nice system idle iowait irq softirq steal; guest time after these is part of user.
  private static final int[] BUSY_COLUMNS = {1, 2, 3, 6, 7, 8};

  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private double othersNs;
  private long startNs;

  static boolean available() {
    return Files.isReadable(STAT);
  }

  @Override
  public String getDescription() {
    return "Cores taken by other processes, Linux only";
  }

  @Override
  public void beforeIteration(BenchmarkParams benchmark, IterationParams iteration) {
    othersNs = othersNs();
    startNs = System.nanoTime();
  }

  @Override
  public Collection<ScalarResult> afterIteration(
      BenchmarkParams benchmark, IterationParams iteration, IterationResult result) {
    double cores = (othersNs() - othersNs) / (System.nanoTime() - startNs);
    return List.of(new ScalarResult(METRIC, cores, "cores", AggregationPolicy.AVG));
  }

  private double othersNs() {
    return busyTicks() * TICK_NS - process.getProcessCpuTime();
  }

  private static long busyTicks() {
    try (BufferedReader lines = Files.newBufferedReader(STAT)) {
      String[] columns = lines.readLine().split(" +");
      long ticks = 0;
      for (int column : BUSY_COLUMNS) {
        ticks += Long.parseLong(columns[column]);
      }
      return ticks;
    } catch (IOException e) {
      throw new UncheckedIOException(STAT + ": expected to be readable", e);
    }
  }
}
