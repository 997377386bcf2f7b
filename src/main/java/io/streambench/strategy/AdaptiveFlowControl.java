package io.streambench.strategy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * Gives credit for the session back when data arrives, and has the windows of all its streams grow
 * with the bandwidth-delay product: they begin with the client's own, and where a round trip is
 * long they become as large as it takes. A larger window is told by SETTINGS_INITIAL_WINDOW_SIZE,
 * as gRPC does, so that later streams begin with it (RFC 9113, 6.9.2). They grow as well where
 * credit would go out too often.
 */
public final class AdaptiveFlowControl extends OnReceiptFlowControl {
  private final RightSizing sizing = new RightSizing(LARGEST_STREAM_WINDOW);
  private final Map<IStream, RightSizing.OfStream> streams = new ConcurrentHashMap<>();
  private final LongSupplier nanoTime;

  /** Reads the time from {@link System#nanoTime}. */
  public AdaptiveFlowControl() {
    this(System::nanoTime);
  }

  AdaptiveFlowControl(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  void created(IStream stream) {
    super.created(stream);
    streams.put(stream, sizing.new OfStream(initialStreamWindow()));
  }

  @Override
  void destroyed(IStream stream) {
    streams.remove(stream);
    super.destroyed(stream);
  }

  @Override
  void initialWindowSet(int before, int window) {
    streams.values().forEach(stream -> stream.enlarged(window - before));
    sizing.windowSet(window);
  }

  @Override
  void received(ISession session, IStream stream, int length) {
    super.received(session, stream, length);
    RightSizing.OfStream known = known(stream);
    if (known != null) {
      known.received(length, nanoTime.getAsLong());
    }
  }

  @Override
  void consumed(ISession session, IStream stream, int length) {
    super.consumed(session, stream, length);
    RightSizing.OfStream known = known(stream);
    if (known != null) {
      enlarge(session, known.consumed(length, nanoTime.getAsLong()));
    }
  }

  private static void enlarge(ISession session, int window) {
    if (window > 0) {
      JettyFrames.initialWindow(session, window);
    }
  }

  private RightSizing.OfStream known(IStream stream) {
    return stream == null ? null : streams.get(stream);
  }

  @Override
  void credited(IStream stream, int bytes) {
    RightSizing.OfStream known = known(stream);
    if (known != null) {
      long now = nanoTime.getAsLong();
      known.credited(bytes, now);
      enlarge(stream.getSession(), sizing.credited(now));
    }
  }
}
