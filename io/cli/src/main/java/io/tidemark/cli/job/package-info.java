/**
 * The job file: what {@code tidemark run JOB.yaml} is told to do, read and checked before anything
 * is opened.
 *
 * <pre>
 *   bytes ──YamlReader──► tree of texts, each with its line ──JobFileReader──► JobFile (records)
 *                                        │                        │
 *                                        └── what is wrong ───────┴──► Problems ──► JobFileException
 * </pre>
 *
 * <p>Two rules shape this package. A scalar is the text as written, so that a partition called
 * {@code 01} or {@code yes} keeps its name whatever YAML makes of it. And all that is wrong with a
 * file is told at once, each problem with the line, the key, the value and what was expected.
 */
package io.tidemark.cli.job;
