/**
 * The kernels of event time and of windows beside Flink's own classes, on random scripts.
 *
 * <pre>
 *                  time                            windows
 *   script         TimeScript, RandomTime          WindowScript, WindowSpec, RandomWindows
 *   Flink          FlinkTime                       FlinkWindows, FlinkRun
 *   engine         KernelTime                      EngineWindows
 *   what comes     Outcome                         WindowOutcome, Firing
 *   the same       TimeDifferentialTest            WindowDifferentialTest, WindowVectorsTest
 *   not the same   NamedChoicesTest                WindowChoicesTest, SlidingChoicesTest,
 *                                                  TriggerChoicesTest
 * </pre>
 *
 * <p>And processes: a TimerScript on FlinkTimers (KeyedProcessOperator) and EngineTimers, whose
 * TimerOutcome a TimerDifferentialTest compares.
 *
 * <p>{@link io.tidemark.flink.FlinkTime} lets Flink's multiplexer and generators say what watermark
 * comes of a script, {@link io.tidemark.flink.FlinkWindows} Flink's window operator what fires and
 * what is late. Where both are meant to do the same they are compared; where the design names
 * another choice, a test holds each side to what it does.
 */
package io.tidemark.flink;
