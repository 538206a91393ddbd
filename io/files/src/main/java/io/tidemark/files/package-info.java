/**
 * Files in and out: CSV and JSON lines read row by row without allocating, rows decoded into
 * numbers and ids, and CSV written so that a file is either whole or not there.
 *
 * <pre>
 *   ByteInput ──► RowReader (CsvReader, JsonlReader) ──► RowDecoder ──► DecodedRow
 *   path, '-',     rows, fields, bad rows, lines          │  numbers, timestamps, verdicts
 *   gzip, BOM                                             └► SymbolTable: text ↔ id
 *
 *   CsvOutput: NAME.part ──commit──► NAME
 * </pre>
 *
 * <p>Two kinds of failure are told apart. {@link io.tidemark.files.UnusableFileException} is what
 * can be known before the first row: a file that cannot be opened or made, a header or a column
 * that is not there. Any other {@link java.io.IOException} happens while reading or writing. A row
 * that is wrong is neither: it is a {@link io.tidemark.files.RowVerdict}.
 *
 * <p>Nothing here is safe for use by several threads at once, except where a class says so.
 */
package io.tidemark.files;
