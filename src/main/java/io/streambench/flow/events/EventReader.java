package io.streambench.flow.events;

import java.io.Closeable;
import java.io.IOException;

/** Reads flow-control events from one source, in the source's order. */
public interface EventReader extends Closeable {

  /** Returns the next event, or null at the end. */
  FlowControlEvent next() throws IOException;

  ReadCounts counts();

  /** The latest time of all lines read; {@link FlowControlEvent#UNKNOWN} if no line has a time. */
  long lastTimeNanos();
}
