/**
 * What leaves an engine: {@link io.tidemark.output.WindowResult firings}, {@link
 * io.tidemark.output.LateEvent late events} and {@link io.tidemark.output.RejectedEvent rejected
 * ones}, as flyweights handed to callbacks.
 */
package io.tidemark.output;
