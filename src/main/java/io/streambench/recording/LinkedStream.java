package io.streambench.recording;

import io.streambench.analysis.Waiting;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.IStream;

/** A stream of the Jetty that is linked with this program. */
record LinkedStream(IStream stream) implements StreamView {
  @Override
  public int id() {
    return stream.getId();
  }

  @Override
  public int receiveWindow() {
    return stream instanceof HTTP2Stream http2 ? http2.getRecvWindow() : stream.updateRecvWindow(0);
  }

  @Override
  public int sendWindow() {
    return stream.updateSendWindow(0);
  }

  @Override
  public boolean remotelyClosed() {
    return stream.isRemotelyClosed();
  }

  @Override
  public boolean cancelled() {
    return stream.isResetOrFailed();
  }

  @Override
  public Waiting waiting() {
    return StreamReader.waiting(stream);
  }
}
