package io.streambench.bench.transport.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A connection between a client and a node. It forwards bytes, the end of a stream, and resets in
 * both directions. The connection ends when both directions have ended or a socket fails.
 */
final class RelayedConnection implements AutoCloseable {
  /**
   * The size of each socket's buffers. By default, the kernel lets the buffers grow to megabytes.
   */
  static final int BUFFER_BYTES = 256 * 1024;

  private static final int CONNECT_TIMEOUT_MILLIS = 5_000;
  private static final int DIRECTION_COUNT = 2;

  /** The lead time for reading the next chunk, since a thread may wake up later than requested. */
  private static final long WAKEUP_LEAD_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

  private static final byte[] END_OF_STREAM = {};

  private final Socket client;
  private final Socket node = new Socket();
  private final Direction requestDirection;
  private final Direction responseDirection;
  private final ExecutorService threads;
  private final List<Future<?>> tasks = new ArrayList<>();
  private int endedDirectionCount;
  private boolean isLost;
  private boolean closed;

  RelayedConnection(Socket client, Link toNode, Link toClient, ExecutorService threads) {
    this.client = client;
    this.requestDirection = new Direction(client, node, toNode, new DelayLine(System::nanoTime));
    this.responseDirection = new Direction(node, client, toClient, new DelayLine(System::nanoTime));
    this.threads = threads;
  }

  /**
   * Connects to the node and starts to forward. If connecting fails, resets the client's
   * connection.
   */
  void open(InetSocketAddress target) {
    try {
      configure(client);
      configure(node);
      node.connect(target, CONNECT_TIMEOUT_MILLIS);
      startForwarding();
    } catch (IOException e) {
      reset(client);
      close();
    }
  }

  private synchronized void startForwarding() {
    if (!closed) {
      startTask(requestDirection::read, requestDirection);
      startTask(() -> onEnd(requestDirection), responseDirection);
      startTask(responseDirection::read, responseDirection);
      startTask(() -> onEnd(responseDirection), requestDirection);
    }
  }

  /** One direction of the connection, with a reading and a writing thread. */
  private record Direction(Socket sender, Socket receiver, Link link, DelayLine delayLine) {
    /** Reads chunks until the sender ends the stream. */
    void read() throws IOException, InterruptedException {
      InputStream in = sender.getInputStream();
      byte[] buffer = new byte[link.chunkBytes()];
      for (int length = readNext(in, buffer); length > 0; length = readNext(in, buffer)) {
        Link.ChunkTimes passage = link.send(length, System.nanoTime());
        delayLine.put(Arrays.copyOf(buffer, length), passage.arrivalNanos());
        sleepUntil(passage.departureNanos() - WAKEUP_LEAD_NANOS);
      }
      delayLine.put(END_OF_STREAM, link.send(0, System.nanoTime()).arrivalNanos());
    }

    private int readNext(InputStream in, byte[] buffer) throws IOException, InterruptedException {
      delayLine.awaitRoom();
      return in.read(buffer);
    }

    /** Writes each chunk at its arrival time. */
    void write() throws IOException, InterruptedException {
      OutputStream out = receiver.getOutputStream();
      for (byte[] bytes = delayLine.take(); bytes != END_OF_STREAM; bytes = delayLine.take()) {
        out.write(bytes);
      }
    }

    /** Resets the receiver's connection after the link's delay, as if the sender had reset it. */
    void reset() throws InterruptedException {
      sleepUntil(link.send(0, System.nanoTime()).arrivalNanos());
      RelayedConnection.reset(receiver);
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

  private interface IoTask {
    void run() throws IOException, InterruptedException;
  }

  /** Runs the work on a new thread. If a socket fails, resets {@code affectedDirection}. */
  private void startTask(IoTask work, Direction affectedDirection) {
    tasks.add(
        threads.submit(
            () -> {
              try {
                work.run();
              } catch (IOException e) {
                onSocketFailure(affectedDirection);
              } catch (InterruptedException e) {
                close();
              }
            }));
  }

  private void onEnd(Direction direction) throws IOException, InterruptedException {
    direction.write();
    boolean isLast;
    synchronized (this) {
      if (isLost) { // after one thread has seen a reset, the other sees only an end
        return;
      }
      isLast = ++endedDirectionCount == DIRECTION_COUNT;
    }
    direction.receiver.shutdownOutput();
    if (isLast) {
      close();
    }
  }

  private void onSocketFailure(Direction direction) {
    synchronized (this) {
      if (isLost || closed) {
        return;
      }
      isLost = true;
    }
    try {
      direction.reset();
    } catch (InterruptedException e) {
      // closed in the meantime
    }
    close();
  }

  @Override
  public void close() {
    synchronized (this) {
      if (closed) {
        return;
      }
      closed = true;
      tasks.forEach(task -> task.cancel(true));
    }
    close(client);
    close(node);
  }

  synchronized boolean isClosed() {
    return closed;
  }

  /** Sets the options of a socket that is accepted or not yet connected. */
  private static void configure(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
  }

  /** Closes the socket so that the peer sees a connection reset instead of the end of a stream. */
  private static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // it is closed, or the other end has reset it
    }
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is no longer used, so a failure does not matter
    }
  }
}
