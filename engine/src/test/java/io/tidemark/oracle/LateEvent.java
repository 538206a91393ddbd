package io.tidemark.oracle;

/**
 * An event that was too late for all its windows of one definition.
 *
 * @param step the event's place in the script
 * @param window the window definition's index in the job
 * @param watermark the merged watermark that it was judged by
 */
public record LateEvent(int step, int window, Step.Event event, long watermark) {}
