/**
 * The engine against the oracle: random scripts run on both, and everything that can be seen from
 * outside must be the same. Read it in this order:
 *
 * <pre>
 *   DrawnScripts              which scripts are drawn
 *   Mode, Layout              the ways to run a script on the engine
 *   ScriptJob, Column         the engine's job for a script
 *   EngineRun, Expectation    a script run on the engine, and what the oracle says of it
 *   Observed, Output          what both give
 *   Differential              compares them, and makes a failing script small
 * </pre>
 */
package io.tidemark.differential;
