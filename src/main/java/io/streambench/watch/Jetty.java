package io.streambench.watch;

import io.streambench.analysis.Waiting;
import io.streambench.recording.JettyView;
import io.streambench.recording.WindowReading;
import java.util.Collection;
import java.util.List;

/** One Jetty in this JVM; objects are its own, and {@code X} is what method handles throw. */
interface Jetty<X extends Throwable> {
  int receiveWindow(Object session) throws X;

  int sendWindow(Object session) throws X;

  boolean closed(Object session) throws X;

  Collection<?> streams(Object session) throws X;

  boolean server(Object session);

  String localAddress(Object session) throws X;

  String remoteAddress(Object session) throws X;

  /** Returns 0 for no stream. */
  int id(Object stream) throws X;

  Object sessionOf(Object stream) throws X;

  int streamReceiveWindow(Object stream) throws X;

  int streamSendWindow(Object stream) throws X;

  boolean remotelyClosed(Object stream) throws X;

  boolean reset(Object stream) throws X;

  int streamOf(Object frame) throws X;

  int deltaOf(Object frame) throws X;

  int initialStreamWindow(Object strategy) throws X;

  /** Returns whether it collects what was consumed before it gives credit. */
  boolean isBuffering(Object strategy);

  /** The most that the session's receive window has been, as a buffering strategy has it. */
  int largestSessionWindow(Object strategy) throws X;

  /** Bytes consumed on the session, and no credit given for them, likewise. */
  int sessionLevel(Object strategy) throws X;

  /** The same of a stream, with any strategy. */
  int streamLevel(Object strategy, Object stream) throws X;

  record Session(Jetty<RuntimeException> jetty, Object session, WindowReading first)
      implements JettyView.OfSession {
    /** One that is first seen now, with the streams that are open on it. */
    static Session of(
        Jetty<RuntimeException> jetty, Object session, Object strategy, List<Stream> streams) {
      return new Session(
          jetty,
          session,
          jetty.isBuffering(strategy)
              ? WindowReading.of(
                  jetty.largestSessionWindow(strategy),
                  () -> jetty.receiveWindow(session),
                  () -> jetty.sessionLevel(strategy))
              // which does not keep what its largest window was, and gives credit at once
              : new WindowReading(
                  streams.stream().mapToInt(stream -> stream.first.unreadBytes()).sum(), 0));
    }

    @Override
    public int hash() {
      return session.hashCode();
    }

    @Override
    public int receiveWindow() {
      return jetty.receiveWindow(session);
    }

    @Override
    public int sendWindow() {
      return jetty.sendWindow(session);
    }

    @Override
    public boolean closed() {
      return jetty.closed(session);
    }

    @Override
    public String localAddress() {
      return jetty.localAddress(session);
    }

    @Override
    public String remoteAddress() {
      return jetty.remoteAddress(session);
    }
  }

  record Stream(Jetty<RuntimeException> jetty, Object stream, int id, WindowReading first)
      implements JettyView.OfStream {
    static Stream of(Jetty<RuntimeException> jetty, Object stream, Object strategy) {
      return new Stream(
          jetty,
          stream,
          jetty.id(stream),
          // Once its last byte has arrived, Jetty does not count any more what is consumed.
          jetty.remotelyClosed(stream)
              ? WindowReading.NOTHING
              : WindowReading.of(
                  jetty.initialStreamWindow(strategy),
                  () -> jetty.streamReceiveWindow(stream),
                  () -> jetty.streamLevel(strategy, stream)));
    }

    @Override
    public int receiveWindow() {
      return jetty.streamReceiveWindow(stream);
    }

    @Override
    public int sendWindow() {
      return jetty.streamSendWindow(stream);
    }

    @Override
    public boolean remotelyClosed() {
      return jetty.remotelyClosed(stream);
    }

    @Override
    public boolean cancelled() {
      return jetty.reset(stream);
    }

    /** A heap dump shows who waits. */
    @Override
    public Waiting waiting() {
      return Waiting.UNKNOWN;
    }
  }
}
