package io.streambench.eventlog;

import java.io.Closeable;
import java.io.IOException;

/** Reads flow-control events from one source, in the order in which the source has them. */
public interface EventReader extends Closeable {

  /**
   * The next event.
   *
   * @return null at the end
   */
  FlowControlEvent next() throws IOException;

  /** The counts of everything that was read so far, besides events. */
  ReadCounts counts();

  /**
   * The latest time that the source has told so far, in nanoseconds since the epoch, lines without
   * an event included; {@link FlowControlEvent#UNKNOWN} if none.
   */
  long lastTimeNanos();
}
