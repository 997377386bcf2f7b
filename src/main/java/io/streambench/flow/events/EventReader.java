package io.streambench.flow.events;

import java.io.Closeable;
import java.io.IOException;

/** A reader of flow-control events from one source, in the order of the source. */
public interface EventReader extends Closeable {

  /** Returns the next event; null at the end. */
  FlowControlEvent next() throws IOException;

  ReadCounts counts();

  /** Returns the last timestamp read; {@link FlowControlEvent#UNKNOWN} if there was none. */
  long lastTimeNanos();
}
