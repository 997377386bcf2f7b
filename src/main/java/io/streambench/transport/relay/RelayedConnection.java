package io.streambench.transport.relay;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A client's connection and the one to its node, as one: bytes, their end and a reset get from each
 * to the other. Ends when both directions have ended or one side is lost.
 */
final class RelayedConnection implements AutoCloseable {
  /** The kernel would let buffers grow to megabytes, which {@link DelayLine} would not limit. */
  static final int BUFFER_BYTES = 256 * 1024;

  private static final int CONNECT_MILLIS = 5_000;
  private static final int DIRECTIONS = 2;

  private final Socket client;
  private final Socket node = new Socket();
  private final Pump requests;
  private final Pump answers;
  private final String name;
  private final List<Thread> threads = new ArrayList<>();
  private int ended;
  private boolean lost;
  private boolean closed;

  RelayedConnection(Socket client, Link toNode, Link toClient, String name) {
    this.client = client;
    this.requests = new Pump(client, node, toNode);
    this.answers = new Pump(node, client, toClient);
    this.name = name;
  }

  /** Connects to the node and begins; a node that takes no connection resets the client's. */
  void open(InetSocketAddress target) {
    try {
      configure(client);
      configure(node);
      node.connect(target, CONNECT_MILLIS);
      begin();
    } catch (IOException e) {
      reset(client);
      close();
    }
  }

  private synchronized void begin() {
    if (!closed) {
      start("requests-read", () -> read(requests));
      start("requests-written", () -> write(requests, answers));
      start("answers-read", () -> read(answers));
      start("answers-written", () -> write(answers, requests));
    }
  }

  private void start(String part, Runnable task) {
    Thread thread = new Thread(task, name + "-" + part);
    thread.setDaemon(true);
    threads.add(thread);
    thread.start();
  }

  private void read(Pump pump) {
    try {
      pump.read();
    } catch (IOException e) {
      lost(pump);
    } catch (InterruptedException e) {
      close();
    }
  }

  private void write(Pump pump, Pump opposite) {
    try {
      pump.write();
      end(pump);
    } catch (IOException e) {
      lost(opposite); // which is how the sender hears of it
    } catch (InterruptedException e) {
      close();
    }
  }

  private void end(Pump pump) throws IOException {
    boolean last;
    synchronized (this) {
      if (lost) { // of a reset that one thread saw, another sees nothing but an end
        return;
      }
      last = ++ended == DIRECTIONS;
    }
    pump.end();
    if (last) {
      close();
    }
  }

  private void lost(Pump pump) {
    synchronized (this) {
      if (lost || closed) {
        return;
      }
      lost = true;
    }
    try {
      pump.reset();
    } catch (InterruptedException e) {
      // it was closed meanwhile, and nobody is left to be told
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
      threads.stream()
          .filter(thread -> thread != Thread.currentThread())
          .forEach(Thread::interrupt);
    }
    close(client);
    close(node);
  }

  /** Returns whether nothing is left of it, no thread either. */
  synchronized boolean isGone() {
    return closed && threads.stream().noneMatch(Thread::isAlive);
  }

  /** Waits until the threads of a closed connection have gone, or until that time. */
  void join(long untilNanos) throws InterruptedException {
    List<Thread> left;
    synchronized (this) {
      left = List.copyOf(threads);
    }
    for (Thread thread : left) {
      TimeUnit.NANOSECONDS.timedJoin(thread, untilNanos - System.nanoTime());
    }
  }

  /** Sets the options of a socket; one that is ours to connect must not be connected yet. */
  private static void configure(Socket socket) throws IOException {
    socket.setTcpNoDelay(true);
    socket.setReceiveBufferSize(BUFFER_BYTES);
    socket.setSendBufferSize(BUFFER_BYTES);
  }

  /** Closes it, and the other end sees a reset instead of an end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // it is closed, or was reset from the other end
    }
    close(socket);
  }

  private static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // it is of no use any more, which is all that is asked for
    }
  }
}
