/** Sets of timers alone, and whole jobs with a process function that renews a time-out a key. */
package io.tidemark.bench.timer;
