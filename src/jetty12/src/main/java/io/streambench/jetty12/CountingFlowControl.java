package io.streambench.jetty12;

import java.util.Map;
import java.util.TreeMap;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** Jetty's default strategy, which also counts what it is told. Serves one session. */
final class CountingFlowControl extends BufferingFlowControlStrategy {
  private static final float DEFAULT_RATIO = 0.5f;

  private final Map<Integer, Counts> streams = new TreeMap<>();
  private HTTP2Session session;
  private long received;
  private long consumed;
  private long credited;

  CountingFlowControl() {
    super(DEFAULT_RATIO);
  }

  @Override
  public void onDataReceived(Session session, Stream stream, int length) {
    synchronized (this) {
      this.session = (HTTP2Session) session;
      received += length;
      if (stream != null) {
        streams.merge(stream.getId(), new Counts(length, 0), Counts::plus);
      }
    }
    super.onDataReceived(session, stream, length);
  }

  @Override
  public void onDataConsumed(Session session, Stream stream, int length) {
    synchronized (this) {
      consumed += length;
      if (stream != null) {
        streams.merge(stream.getId(), new Counts(0, length), Counts::plus);
      }
    }
    super.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(Session session, Stream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    synchronized (this) {
      // The first one goes out before any data and only makes the window as large as it is to be.
      if (frame.getStreamId() == 0 && consumed > 0) {
        credited += frame.getWindowDelta();
      }
    }
  }

  /** The counts of the session and its streams, to be read when nothing moves. */
  synchronized State state() {
    return new State(session, received, consumed, credited, Map.copyOf(streams));
  }

  /** Bytes of one stream. */
  record Counts(long received, long consumed) {
    Counts plus(Counts more) {
      return new Counts(received + more.received, consumed + more.consumed);
    }

    long unread() {
      return received - consumed;
    }
  }

  /** Bytes of the session, and of all streams that it ever had by their ids. */
  record State(
      HTTP2Session session,
      long received,
      long consumed,
      long credited,
      Map<Integer, Counts> streams) {
    long unread() {
      return received - consumed;
    }

    /** The counts of that stream, which may have got nothing at all. */
    Counts of(int streamId) {
      return streams.getOrDefault(streamId, new Counts(0, 0));
    }

    long unacknowledged() {
      return consumed - credited;
    }
  }
}
