package io.tidemark.runtime;

/**
 * Thrown where a publisher would have to wait for itself: its event's partition is held back by the
 * job's alignment, and what the group waits for can only come from this publisher. Nothing has been
 * published. Publishers like that use {@code Publisher.tryPublish}, and feed another partition when
 * they are told {@link PublishResult#HELD_BACK}.
 */
public final class HeldBackException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  HeldBackException(String message) {
    super(message);
  }
}
