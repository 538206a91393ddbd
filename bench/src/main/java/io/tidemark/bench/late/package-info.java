/** What late events cost: a tenth of a stream comes when windows have fired. */
package io.tidemark.bench.late;
