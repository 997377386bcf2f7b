package io.streambench.strategy;

import java.lang.reflect.Field;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.IStream;

/**
 * One connection of a client at one moment. Read without stopping it, so that figures may belong to
 * moments that are a frame apart.
 *
 * @param openStreams that are open
 * @param windowBytes receive window that is left of the session's
 * @param unreadBytes received and not consumed; -1 if the strategy does not tell
 * @param starvedStreams with nothing to read while the window is used up; where the strategy does
 *     not tell, all of which more may come
 */
record SessionFigures(int openStreams, long windowBytes, long unreadBytes, int starvedStreams) {
  static final int UNKNOWN = -1;

  /**
   * Reads a session.
   *
   * @throws IllegalStateException with another Jetty than the one it was made for
   */
  static SessionFigures of(HTTP2Session session) {
    Object strategy = JettyField.FLOW_CONTROL.of(session);
    int window = session.getRecvWindow();
    int streams = session.getStreams().size();
    if (strategy instanceof OwnFlowControl own) {
      // Session credit does not wait for a reader there. A window that is used up all the same is
      // a fault, and any of its streams may starve.
      return new SessionFigures(
          streams, window, Math.max(0, own.unreadBytes()), window > 0 ? 0 : mayCome(session));
    }
    if (strategy instanceof BufferingFlowControlStrategy buffering) {
      long initial = ((AtomicInteger) JettyField.SESSION_WINDOW.of(buffering)).get();
      long level = ((AtomicInteger) JettyField.SESSION_LEVEL.of(buffering)).get();
      return new SessionFigures(
          streams,
          window,
          Math.max(0, initial - window - level),
          window > 0 ? 0 : starved(session, buffering));
    }
    return new SessionFigures(streams, window, UNKNOWN, window > 0 ? 0 : mayCome(session));
  }

  /** Streams of which more may come. */
  private static int mayCome(HTTP2Session session) {
    return (int)
        session.getStreams().stream()
            .map(IStream.class::cast)
            .filter(stream -> !stream.isRemotelyClosed() && !stream.isResetOrFailed())
            .count();
  }

  private static int starved(HTTP2Session session, AbstractFlowControlStrategy strategy) {
    Map<?, ?> levels = (Map<?, ?>) JettyField.STREAM_LEVELS.of(strategy);
    int starved = 0;
    for (Object each : session.getStreams()) {
      IStream stream = (IStream) each;
      AtomicInteger level = (AtomicInteger) levels.get(stream);
      long held =
          (long) strategy.getInitialStreamRecvWindow()
              - stream.updateRecvWindow(0)
              - (level == null ? 0 : level.get());
      if (held <= 0 && !stream.isRemotelyClosed() && !stream.isResetOrFailed()) {
        starved++;
      }
    }
    return starved;
  }

  /**
   * Returns whether streams starved then and starve now, and not a byte has moved in between.
   *
   * @param before null if it was not there
   */
  boolean isStillAs(SessionFigures before) {
    return before != null
        && starvedStreams > 0
        && before.starvedStreams > 0
        && windowBytes == before.windowBytes
        && unreadBytes == before.unreadBytes;
  }

  /** The private fields of Jetty 10 that are read. */
  private enum JettyField {
    FLOW_CONTROL(HTTP2Session.class, "flowControl"),
    SESSION_WINDOW(BufferingFlowControlStrategy.class, "maxSessionRecvWindow"),
    SESSION_LEVEL(BufferingFlowControlStrategy.class, "sessionLevel"),
    STREAM_LEVELS(BufferingFlowControlStrategy.class, "streamLevels");

    private final Class<?> owner;
    private final String name;
    private volatile Field field;

    JettyField(Class<?> owner, String name) {
      this.owner = owner;
      this.name = name;
    }

    Object of(Object object) {
      try {
        Field found = field;
        if (found == null) {
          found = owner.getDeclaredField(name);
          found.setAccessible(true);
          field = found;
        }
        return found.get(object);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException("this Jetty's " + owner.getSimpleName() + ": " + e, e);
      }
    }
  }
}
