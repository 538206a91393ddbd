/**
 * {@code tidemark demo}: job files of {@code examples/}, run by the code that runs any job file,
 * and what their outputs show side by side.
 */
package io.tidemark.cli.demo;
