package io.tidemark.flink;

import java.util.List;

/**
 * What a side makes of a script, a number a step.
 *
 * @param watermarks the merged watermark after each step
 * @param judgedBy the watermark that each event is judged by; {@link #NOT_JUDGED} where the step is
 *     none, or is of a partition that had ended
 */
record Outcome(List<Long> watermarks, List<Long> judgedBy) {
  static final Long NOT_JUDGED = null;
}
