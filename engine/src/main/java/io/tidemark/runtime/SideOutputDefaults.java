package io.tidemark.runtime;

import io.tidemark.output.LateEvent;
import io.tidemark.output.LateHandler;
import io.tidemark.output.LateKind;
import io.tidemark.output.RejectedEvent;
import io.tidemark.output.RejectedHandler;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/**
 * What becomes of side outputs that nobody takes: they are counted, and the first of each is
 * logged, never one an event. One writer: the thread that runs the stages.
 *
 * @param <E> the type of event
 */
public final class SideOutputDefaults<E> implements LateHandler<E>, RejectedHandler<E> {
  private static final Logger LOG = System.getLogger("io.tidemark");

  private final String job;
  private boolean lateTold;
  private boolean noRoomTold;
  private boolean rejectedTold;

  /** For the job of this name. */
  public SideOutputDefaults(String job) {
    this.job = job;
  }

  @Override
  public void onLate(LateEvent<E> late) {
    if (late.kind() == LateKind.NO_ROOM) {
      tellNoRoom(late);
    } else if (!lateTold) {
      lateTold = true;
      LOG.log(
          Level.WARNING,
          "job {0}: dropping late events, as no late output is set; the first has timestamp {1}"
              + " behind watermark {2}, window {3}",
          job,
          Long.toString(late.timestamp()),
          Long.toString(late.watermark()),
          late.window());
    }
  }

  private void tellNoRoom(LateEvent<E> refused) {
    if (!noRoomTold) {
      noRoomTold = true;
      LOG.log(
          Level.WARNING,
          "job {0}: dropping events that windows have no room for, as no late output is set; the"
              + " first has timestamp {1}, window {2}",
          job,
          Long.toString(refused.timestamp()),
          refused.window());
    }
  }

  @Override
  public void onRejected(RejectedEvent<E> rejected) {
    if (!rejectedTold) {
      rejectedTold = true;
      LOG.log(
          Level.WARNING,
          "job {0}: dropping rejected events, as no rejected output is set; the first: {1}",
          job,
          rejected.reason().text());
    }
  }
}
