package io.streambench.diagnose.heap;

import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.flow.rule.SessionState;
import io.streambench.program.Until;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.Reference;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;

/** A real client of Jetty's in this JVM, whose session window can be used up under a reader. */
public final class HungClient implements AutoCloseable {
  public static final int SESSION_WINDOW = 200_000;
  static final int STREAM_WINDOW = 150_000;
  static final int RESPONSE = 1_000_000;

  /**
   * A JVM that hangs.
   *
   * @param args the names of further threads that wait
   */
  public static void main(String[] args) throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.hang("merging-reader");
      for (String name : args) {
        hung.waitForAThird(name);
      }
      System.out.println(ProcessHandle.current().pid() + " hangs");
      Thread.currentThread().join();
    }
  }

  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final AtomicBoolean done = new AtomicBoolean();
  private final H2cServer server;

  public HungClient() throws Exception {
    this(SESSION_WINDOW);
  }

  HungClient(int sessionWindow) throws Exception {
    this(sessionWindow, new HTTP2Client().getFlowControlStrategyFactory());
  }

  HungClient(int sessionWindow, FlowControlStrategy.Factory strategies) throws Exception {
    server = new H2cServer(monitor, sessionWindow, STREAM_WINDOW, RESPONSE, strategies);
  }

  /** Its session as our recorder sees it. */
  public SessionState watched() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT).get(0);
  }

  InputStream request() throws Exception {
    return server.request();
  }

  /** Reads a response to its end. */
  public void readOne() throws Exception {
    try (InputStream in = server.request()) {
      if (in.readAllBytes().length != RESPONSE) {
        throw new AssertionError("not the whole response");
      }
    }
  }

  /**
   * Reads half of a response, and lets the rest come as far as its stream's window allows: not with
   * a session window that can be used up before.
   */
  void readHalfOfOne() throws Exception {
    InputStream in = server.request();
    if (in.readNBytes(RESPONSE / 2).length != RESPONSE / 2) {
      throw new AssertionError("not half of the response");
    }
    Until.isSo(() -> watched().streams().stream().anyMatch(stream -> stream.receiveWindow() <= 0));
  }

  /** Two responses that nobody reads use up the session window; returns the first. */
  InputStream useUpTheWindow() throws Exception {
    InputStream first = server.request();
    server.request();
    awaitNoWindow();
    return first;
  }

  /**
   * Uses up the session window, and closes both streams unread. Jetty takes a stream off its
   * session when the thread that has written the RST_STREAM returns from that.
   */
  void cancelAWindow() throws Exception {
    InputStream one = server.request();
    InputStream other = server.request();
    awaitNoWindow();
    one.close();
    other.close();
    Until.isSo(
        () -> {
          SessionState state = watched();
          return state.streams().isEmpty() && state.cancelledBytes() > SESSION_WINDOW / 2;
        });
  }

  /** Uses up the session window, and closes the stream that holds the lesser part of it. */
  void cancelLessThanHalfAWindow() throws Exception {
    server.request();
    Until.isSo(() -> watched().receiveWindow() <= SESSION_WINDOW - STREAM_WINDOW);
    InputStream rest = server.request();
    awaitNoWindow();
    rest.close();
    Until.isSo(() -> watched().streams().size() == 1 && watched().cancelledBytes() > 0);
  }

  /** The same, and a thread that runs until this is closed holds the first, and this the other. */
  InputStream useUpTheWindowUnderARunningReader(String threadName) throws Exception {
    InputStream first = server.request();
    CountDownLatch runs = new CountDownLatch(1);
    daemon(
        threadName,
        () -> {
          runs.countDown();
          while (!done.get()) {
            LockSupport.parkNanos(1);
          }
          first.close();
        });
    runs.await();
    InputStream other = server.request();
    awaitNoWindow();
    return other;
  }

  /** A thread that waits for a time, as that of a logger does, holds this until it is closed. */
  void held(Object what, String threadName) throws Exception {
    await(
        daemon(
            threadName,
            () -> {
              try {
                pause();
              } finally {
                Reference.reachabilityFence(what);
              }
            }),
        Thread.State.TIMED_WAITING);
  }

  /** The same, in a variable of the thread alone. */
  void heldByThreadLocal(Object what, String threadName) throws Exception {
    AtomicReference<Object> handed = new AtomicReference<>(what);
    ThreadLocal<Object> held = new ThreadLocal<>();
    await(
        daemon(
            threadName,
            () -> {
              held.set(handed.getAndSet(null));
              pause();
              held.remove();
            }),
        Thread.State.TIMED_WAITING);
  }

  private void pause() {
    while (!done.get()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  void awaitNoWindow() throws Exception {
    Until.isSo(() -> watched().receiveWindow() <= 0);
  }

  /** A thread waits for a third response, which cannot come: stream 5. */
  public void waitForAThird(String threadName) throws Exception {
    waitForAThird(threadName, null);
  }

  /**
   * The same.
   *
   * @param next what that thread would read then
   */
  void waitForAThird(String threadName, InputStream next) throws Exception {
    InputStream third = server.request();
    await(
        daemon(
            threadName,
            () -> {
              try {
                var unused = third.read();
              } finally {
                Reference.reachabilityFence(next);
              }
            }),
        Thread.State.WAITING);
  }

  private static void await(Thread thread, Thread.State state) throws Exception {
    Until.isSo(() -> thread.getState() == state);
  }

  /** Both, with nobody left who could read the first two. */
  public void hang(String threadName) throws Exception {
    useUpTheWindow();
    waitForAThird(threadName);
  }

  /** The work of a reader. */
  interface Reading {
    void run() throws IOException;
  }

  private static Thread daemon(String name, Reading reading) {
    Thread thread =
        new Thread(
            () -> {
              try {
                reading.run();
              } catch (IOException e) {
                // the server is closed at the end
              }
            },
            name);
    thread.setDaemon(true);
    thread.start();
    return thread;
  }

  @Override
  public void close() throws Exception {
    done.set(true);
    server.close();
  }
}
