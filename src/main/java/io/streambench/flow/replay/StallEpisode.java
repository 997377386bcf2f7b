package io.streambench.flow.replay;

import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Role;

/**
 * A period during which a window was exhausted.
 *
 * @param streamId identifier of the stream; 0 for the session window
 * @param startNanos start of the period, since the epoch; {@link FlowControlEvent#UNKNOWN} if there
 *     are no timestamps
 * @param endNanos end of the period, or of the source if the window did not open again
 * @param hasWindowReopened whether the window opened again
 */
public record StallEpisode(
    String session,
    Role role,
    int streamId,
    Window window,
    long startNanos,
    long endNanos,
    boolean hasWindowReopened) {

  /** The direction of an exhausted window. */
  public enum Window {
    /** The local endpoint may not send. */
    SEND,
    /** The peer may not send. */
    RECEIVE;

    @Override
    public String toString() {
      return this == SEND ? "send" : "receive";
    }
  }

  public boolean hasTimes() {
    return startNanos != FlowControlEvent.UNKNOWN && endNanos != FlowControlEvent.UNKNOWN;
  }

  /** Returns the observed length of the stall; 0 if there are no timestamps. */
  public long durationNanos() {
    return !hasTimes() ? 0 : Math.max(0, endNanos - startNanos);
  }
}
