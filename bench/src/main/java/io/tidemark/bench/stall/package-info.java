/** How long events wait behind a firing of many keys. */
package io.tidemark.bench.stall;
