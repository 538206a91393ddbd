/**
 * The {@code tidemark} command: {@code run} for job files, {@code demo} to see it at work and
 * {@code journal} to look into a journal. {@link io.tidemark.cli.Main} is where it starts, {@code
 * job} reads job files, {@code run} runs them.
 */
package io.tidemark.cli;
