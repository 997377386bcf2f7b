package io.streambench.strategy;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;

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

  /** On this machine's clock. */
  public AdaptiveFlowControl() {
    this(System::nanoTime);
  }

  AdaptiveFlowControl(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    streams.put(stream, sizing.new OfStream(initialStreamWindow()));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    streams.remove(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int window, boolean local) {
    int before = initialStreamWindow();
    super.updateInitialStreamWindow(session, window, local);
    if (local) {
      streams.values().forEach(stream -> stream.enlarged(window - before));
      sizing.windowSet(window);
    }
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    super.onDataReceived(session, stream, length);
    RightSizing.OfStream known = known(stream);
    if (known != null) {
      known.received(length, nanoTime.getAsLong());
    }
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    super.onDataConsumed(session, stream, length);
    RightSizing.OfStream known = known(stream);
    if (known != null) {
      enlarge(session, known.consumed(length, nanoTime.getAsLong()));
    }
  }

  private static void enlarge(ISession session, int window) {
    if (window > 0) {
      session.settings(
          new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, window), false),
          Callback.NOOP);
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
