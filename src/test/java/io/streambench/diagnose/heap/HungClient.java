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

/** A real Jetty client in this JVM. Its session window can be exhausted while a reader waits. */
public final class HungClient implements AutoCloseable {
  public static final int SESSION_WINDOW = 200_000;
  static final int STREAM_WINDOW = 150_000;
  static final int RESPONSE_BYTES = 1_000_000;

  /**
   * Runs a JVM that hangs.
   *
   * @param args the names of additional threads that wait
   */
  public static void main(String[] args) throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.hang("merging-reader");
      for (String name : args) {
        hung.waitForThirdResponse(name);
      }
      System.out.println(ProcessHandle.current().pid() + " hangs");
      Thread.currentThread().join();
    }
  }

  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);

  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final AtomicBoolean isClosed = new AtomicBoolean();
  private final H2cServer server;

  public HungClient() throws Exception {
    this(SESSION_WINDOW);
  }

  HungClient(int sessionWindow) throws Exception {
    this(sessionWindow, new HTTP2Client().getFlowControlStrategyFactory());
  }

  HungClient(int sessionWindow, FlowControlStrategy.Factory strategies) throws Exception {
    server = new H2cServer(monitor, sessionWindow, STREAM_WINDOW, RESPONSE_BYTES, strategies);
  }

  /** Returns the client's session as the recorder sees it. */
  public SessionState recordedSession() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT).get(0);
  }

  InputStream request() throws Exception {
    return server.request();
  }

  /** Reads a response completely. */
  public void readResponse() throws Exception {
    try (InputStream in = server.request()) {
      if (in.readAllBytes().length != RESPONSE_BYTES) {
        throw new AssertionError("not the whole response");
      }
    }
  }

  /**
   * Reads half of a response, and waits until the rest has filled its stream's window. The session
   * window must be large enough for this.
   */
  void readHalfOfResponse() throws Exception {
    InputStream in = server.request();
    if (in.readNBytes(RESPONSE_BYTES / 2).length != RESPONSE_BYTES / 2) {
      throw new AssertionError("not half of the response");
    }
    Until.isTrue(
        () -> recordedSession().streams().stream().anyMatch(stream -> stream.receiveWindow() <= 0));
  }

  /** Exhausts the session window with two unread responses, and returns the first. */
  InputStream exhaustWindow() throws Exception {
    InputStream first = server.request();
    server.request();
    awaitExhaustedWindow();
    return first;
  }

  /**
   * Exhausts the session window, and closes both streams unread. Jetty removes a stream from its
   * session when the thread that has written the RST_STREAM returns.
   */
  void cancelWholeWindow() throws Exception {
    InputStream one = server.request();
    InputStream other = server.request();
    awaitExhaustedWindow();
    one.close();
    other.close();
    Until.isTrue(
        () -> {
          SessionState state = recordedSession();
          return state.streams().isEmpty() && state.cancelledBytes() > SESSION_WINDOW / 2;
        });
  }

  /** Exhausts the session window, and closes the stream that holds the smaller part of it. */
  void cancelLessThanHalfOfWindow() throws Exception {
    server.request();
    Until.isTrue(() -> recordedSession().receiveWindow() <= SESSION_WINDOW - STREAM_WINDOW);
    InputStream rest = server.request();
    awaitExhaustedWindow();
    rest.close();
    Until.isTrue(
        () -> recordedSession().streams().size() == 1 && recordedSession().cancelledBytes() > 0);
  }

  /**
   * Exhausts the session window with two unread responses. A thread that runs until this client
   * closes holds the first; the second is returned.
   */
  InputStream exhaustWindowWithRunningReader(String threadName) throws Exception {
    InputStream first = server.request();
    CountDownLatch runs = new CountDownLatch(1);
    startDaemon(
        threadName,
        () -> {
          runs.countDown();
          while (!isClosed.get()) {
            LockSupport.parkNanos(1);
          }
          first.close();
        });
    runs.await();
    InputStream other = server.request();
    awaitExhaustedWindow();
    return other;
  }

  /**
   * Holds an object in a thread with a timed wait, like a logger's thread, until this client
   * closes.
   */
  void holdInThread(Object object, String threadName) throws Exception {
    awaitState(
        startDaemon(
            threadName,
            () -> {
              try {
                parkUntilClosed();
              } finally {
                Reference.reachabilityFence(object);
              }
            }),
        Thread.State.TIMED_WAITING);
  }

  /** Holds an object only in a thread-local variable, until this client closes. */
  void holdInThreadLocal(Object object, String threadName) throws Exception {
    AtomicReference<Object> handed = new AtomicReference<>(object);
    ThreadLocal<Object> held = new ThreadLocal<>();
    awaitState(
        startDaemon(
            threadName,
            () -> {
              held.set(handed.getAndSet(null));
              parkUntilClosed();
              held.remove();
            }),
        Thread.State.TIMED_WAITING);
  }

  private void parkUntilClosed() {
    while (!isClosed.get()) {
      LockSupport.parkNanos(PAUSE_NANOS);
    }
  }

  void awaitExhaustedWindow() throws Exception {
    Until.isTrue(() -> recordedSession().receiveWindow() <= 0);
  }

  /** Starts a thread that waits for a third response, on stream 5. It cannot arrive. */
  public void waitForThirdResponse(String threadName) throws Exception {
    waitForThirdResponse(threadName, null);
  }

  /**
   * Starts a thread that waits for a third response, which cannot arrive.
   *
   * @param next what the thread would read afterwards
   */
  void waitForThirdResponse(String threadName, InputStream next) throws Exception {
    InputStream third = server.request();
    awaitState(
        startDaemon(
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

  private static void awaitState(Thread thread, Thread.State state) throws Exception {
    Until.isTrue(() -> thread.getState() == state);
  }

  /**
   * Exhausts the window and waits for a third response. No thread can read the first two responses.
   */
  public void hang(String threadName) throws Exception {
    exhaustWindow();
    waitForThirdResponse(threadName);
  }

  /** The work of a reading thread. */
  interface Reading {
    void run() throws IOException;
  }

  private static Thread startDaemon(String name, Reading reading) {
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
    isClosed.set(true);
    server.close();
  }
}
