package io.tidemark.bench.sliding;

/** How a window's rows come about. */
public enum Way {
  /** Each window is put together from all its panes. */
  RECOMBINE,

  /** Panes are added as they come in and subtracted as they leave: count and sum alone. */
  SUBTRACT,

  /** Count and sum subtracted; min and max through two stacks, flipped for all keys at once. */
  TWO_STACKS
}
