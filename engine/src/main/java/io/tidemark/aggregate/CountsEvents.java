package io.tidemark.aggregate;

/**
 * An aggregate that has the number of its events in a long of its state, among whatever else: that
 * tells a row without events from others.
 */
interface CountsEvents extends Invertible {
  /** Where in the state the number is: in the first long, unless said otherwise. */
  default int countAt() {
    return 0;
  }
}
