/** Single-writer counts of what the engine does, readable by any thread. */
package io.tidemark.counters;
