package io.tidemark.window;

import java.util.Arrays;

/**
 * For each number of a key, the stacked state of it in each stretch of the held panes; see {@link
 * TwoStacks}. One writer: the stage that runs the windows.
 */
final class StackColumns {
  private final StackPart stack;

  /** How many numbers have a state. */
  private int size;

  private long[] front = {};
  private long[] middle = {};
  private long[] fresh = {};
  private long[] carry = {};

  StackColumns(StackPart stack) {
    this.stack = stack;
  }

  StackPart part() {
    return stack;
  }

  /** What is in the front; a later {@link #clear} or move may replace each of the arrays. */
  long[] front() {
    return front;
  }

  /** What is in the middle. */
  long[] middle() {
    return middle;
  }

  /** What is in the panes behind the middle. */
  long[] fresh() {
    return fresh;
  }

  /** What is in those panes of the middle that have suffixes. */
  long[] carry() {
    return carry;
  }

  /** The key with this number is in no pane; all numbers before it have states. */
  void clear(int number) {
    int width = stack.width();
    if (number >= size) {
      size = number + 1;
      if (size * width > front.length) {
        int length = Math.multiplyExact(size * 2, width);
        front = Arrays.copyOf(front, length);
        middle = Arrays.copyOf(middle, length);
        fresh = Arrays.copyOf(fresh, length);
        carry = Arrays.copyOf(carry, length);
      }
    }
    int at = number * width;
    stack.clear(front, at);
    stack.clear(middle, at);
    stack.clear(fresh, at);
    stack.clear(carry, at);
  }

  /** Writes the state of the key in all held panes. */
  void whole(int number, long[] to, int toAt) {
    int at = number * stack.width();
    stack.copy(front, at, to, toAt);
    stack.merge(to, toAt, middle, at);
    stack.merge(to, toAt, fresh, at);
  }

  /** Adds the fresh states to those of the middle, whose suffixes are to be made anew. */
  void freshToMiddle() {
    for (int at = 0; at < size * stack.width(); at += stack.width()) {
      stack.merge(middle, at, fresh, at);
    }
    stack.clearAll(fresh, size);
    stack.clearAll(carry, size);
  }

  /** Makes the middle the front, of which nothing is left, and the fresh states the middle. */
  void middleToFront() {
    long[] cleared = front;
    front = middle;
    middle = fresh;
    fresh = cleared;
    stack.clearAll(fresh, size);
    stack.clearAll(carry, size);
  }
}
