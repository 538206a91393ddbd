/** Sliding windows on the engine, beside tumbling ones over the same stream. */
package io.tidemark.bench.sliding;
