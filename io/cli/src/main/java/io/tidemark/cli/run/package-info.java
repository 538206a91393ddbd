/**
 * Runs a job file on the embedded engine: {@code tidemark run}.
 *
 * <pre>
 *   JobFile ──EngineJob──► Job&lt;FileEvent&gt; ─────────────┐
 *      │                                                ▼
 *      ├──Source──► RowReader ──► RowDecoder ──► Publisher │ Engine │ handlers
 *      │            rows, bad ones too            FileEvent           │
 *      └──Outputs──► ResultsOutput, LateOutput, RejectedOutput ◄──────┘
 * </pre>
 *
 * <p>A run has two parts, which have exit statuses of their own. {@link io.tidemark.cli.run.JobRun}
 * first opens all that the file names, and leaves no trace where that fails (2). Then rows flow;
 * what goes wrong from there on is a fault (1), after which the files stay as {@code NAME.part}.
 */
package io.tidemark.cli.run;
