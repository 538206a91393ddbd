/** What a journal costs beside the queue it is made of: the same bytes, appended and read back. */
package io.tidemark.bench.journal;
