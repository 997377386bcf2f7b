package io.streambench.eventlog;

import java.io.Closeable;
import java.io.IOException;

/** Reads flow-control events from one source, in the order in which the source has them. */
public interface EventReader extends Closeable {

  /** The next event; null at the end. */
  FlowControlEvent next() throws IOException;

  ReadCounts counts();

  /** The latest time so far, of any line; {@link FlowControlEvent#UNKNOWN} if none. */
  long lastTimeNanos();
}
