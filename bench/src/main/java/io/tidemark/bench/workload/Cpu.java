package io.tidemark.bench.workload;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;

/** CPU time of the process, collector and compiler included, reported beside the score. */
@AuxCounters(AuxCounters.Type.EVENTS)
@State(Scope.Thread)
public class Cpu {
  public double cpuNsPerEvent;

  private final OperatingSystemMXBean process =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
  private long startNs;

  /** What is measured begins. */
  public void start() {
    startNs = process.getProcessCpuTime();
  }

  /** What is measured ends, having taken so many events. */
  public void stop(int events) {
    cpuNsPerEvent = (double) (process.getProcessCpuTime() - startNs) / events;
  }
}
