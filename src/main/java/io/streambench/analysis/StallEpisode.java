package io.streambench.analysis;

import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Role;

/**
 * A time during which a window was used up.
 *
 * @param streamId 0 for the session's own window
 * @param sinceNanos since the epoch; {@link FlowControlEvent#UNKNOWN} without times
 * @param untilNanos the same; where it did not end, the end of what was observed
 * @param ended whether the window opened again
 */
public record StallEpisode(
    String session,
    Role role,
    int streamId,
    Window window,
    long sinceNanos,
    long untilNanos,
    boolean ended) {

  /** Whose credit was used up. */
  public enum Window {
    /** This end may not send. */
    SEND,
    /** The other end may not send to this one. */
    RECEIVE;

    @Override
    public String toString() {
      return this == SEND ? "send" : "receive";
    }
  }

  /** Returns whether the source shows when the stall was. */
  public boolean timed() {
    return sinceNanos != FlowControlEvent.UNKNOWN && untilNanos != FlowControlEvent.UNKNOWN;
  }

  /** Length of the stall, as far as it was observed; 0 where there are no times. */
  public long nanos() {
    return !timed() ? 0 : Math.max(0, untilNanos - sinceNanos);
  }
}
