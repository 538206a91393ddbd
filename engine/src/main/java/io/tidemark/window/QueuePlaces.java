package io.tidemark.window;

/** What stands in a {@link SessionQueue} knows where. One writer: the stage that runs windows. */
interface QueuePlaces {
  /** Where the row of this number stands in its queue. */
  int place(int number);

  /** It stands there now. */
  void setPlace(int number, int inQueue);
}
