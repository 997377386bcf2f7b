package io.streambench.transport.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** One direction of a connection: one thread is to read, another to write. */
final class Pump {
  /** How early a chunk is read: a thread that wakes up late must not leave the link idle. */
  private static final long LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final byte[] END = {};

  private final Socket from;
  private final Socket to;
  private final Link link;
  private final DelayLine wire = new DelayLine(System::nanoTime);

  Pump(Socket from, Socket to, Link link) {
    this.from = from;
    this.to = to;
    this.link = link;
  }

  /** Reads to the end, until the sender is lost or the connection is closed. */
  void read() throws IOException, InterruptedException {
    InputStream in = from.getInputStream();
    byte[] buffer = new byte[link.chunkBytes()];
    for (int length = next(in, buffer); length > 0; length = next(in, buffer)) {
      Link.Passage passage = link.send(length, System.nanoTime());
      wire.put(Arrays.copyOf(buffer, length), passage.arrivalNanos());
      sleepUntil(passage.departureNanos() - LEAD_NANOS);
    }
    wire.put(END, link.send(0, System.nanoTime()).arrivalNanos());
  }

  private int next(InputStream in, byte[] buffer) throws IOException, InterruptedException {
    wire.awaitRoom();
    return in.read(buffer);
  }

  /** Writes all that was read, each chunk when it is due. */
  void write() throws IOException, InterruptedException {
    OutputStream out = to.getOutputStream();
    for (byte[] bytes = wire.take(); bytes != END; bytes = wire.take()) {
      out.write(bytes);
    }
  }

  /** The receiver is told that nothing more comes. */
  void end() throws IOException {
    to.shutdownOutput();
  }

  /** The sender is gone, and the receiver hears of it as late as it would of anything. */
  void reset() throws InterruptedException {
    sleepUntil(link.send(0, System.nanoTime()).arrivalNanos());
    RelayedConnection.reset(to);
  }

  private static void sleepUntil(long timeNanos) throws InterruptedException {
    for (long left = timeNanos - System.nanoTime();
        left > 0;
        left = timeNanos - System.nanoTime()) {
      LockSupport.parkNanos(left);
      if (Thread.interrupted()) {
        throw new InterruptedException();
      }
    }
  }
}
