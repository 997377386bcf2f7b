package io.streambench.watch;

import io.streambench.analysis.Waiting;
import io.streambench.recording.StreamView;

/** A stream of the Jetty that is loaded in this JVM. */
final class JettyStream implements StreamView {
  private static final WindowReading UNKNOWN = new WindowReading(0, 0);

  private final Jetty jetty;
  private final Object stream;
  private final int id;
  private final WindowReading first;

  JettyStream(Jetty jetty, Object stream, Object strategy) throws Throwable {
    this.jetty = jetty;
    this.stream = stream;
    this.id = jetty.id(stream);
    // Once its last byte has arrived, Jetty does not count any more what is consumed.
    this.first =
        jetty.remotelyClosed(stream)
            ? UNKNOWN
            : WindowReading.of(
                jetty.initialStreamWindow(strategy),
                () -> jetty.streamReceiveWindow(stream),
                () -> jetty.streamLevel(strategy, stream));
  }

  @Override
  public int id() {
    return id;
  }

  @Override
  public int receiveWindow() {
    try {
      return jetty.streamReceiveWindow(stream);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public int sendWindow() {
    try {
      return jetty.streamSendWindow(stream);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public boolean remotelyClosed() {
    try {
      return jetty.remotelyClosed(stream);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public boolean cancelled() {
    try {
      return jetty.reset(stream);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  /** A heap dump tells who waits. */
  @Override
  public Waiting waiting() {
    return Waiting.UNKNOWN;
  }

  @Override
  public long unreadAtFirst() {
    return first.unreadBytes();
  }

  @Override
  public long unacknowledgedAtFirst() {
    return first.unacknowledgedBytes();
  }
}
