/**
 * The kernel of event time beside Flink's own classes, on random scripts.
 *
 * <p>{@link io.tidemark.flink.TimeScript} is what happens to a job; {@link
 * io.tidemark.flink.FlinkTime} lets Flink's multiplexer and generators say what watermark comes of
 * it, {@link io.tidemark.flink.KernelTime} the engine's time stage. {@link
 * io.tidemark.flink.TimeDifferentialTest} compares them where both are meant to do the same; where
 * the design names another choice, {@link io.tidemark.flink.NamedChoicesTest} holds each to what it
 * says.
 */
package io.tidemark.flink;
