package io.streambench.diagnose.live;

import io.streambench.diagnose.live.JettyAccess.Member;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;

/** A live HTTP/2 client session of Jetty in this JVM, read by reflection. */
public final class ClientSession {
  /** Version prefixes of the Jetty releases with which this class was tested. */
  private static final List<String> TESTED_VERSIONS = List.of("10.0.", "12.0.", "12.1.");

  private final Object jettySession;
  private final JettyAccess jetty;
  private final Object strategy;
  private final String jettyVersion;
  private final String unreadableReason;

  public ClientSession(Object session) {
    this.jettySession = session;
    this.jettyVersion = readJettyVersion(session.getClass().getClassLoader());
    JettyAccess supported = null;
    String reason = "its Jetty is " + jettyVersion + ", not 10.0, 12.0 or 12.1";
    if (TESTED_VERSIONS.stream().anyMatch(jettyVersion::startsWith)) {
      try {
        supported = JettyAccess.of(session.getClass());
      } catch (IllegalStateException e) {
        reason = "its Jetty " + jettyVersion + " lacks " + e.getMessage();
      }
    }
    this.jetty = supported;
    this.strategy = supported == null ? null : supported.readObject(Member.STRATEGY, session);
    String flowControl = supported == null ? "" : strategy.getClass().getName();
    this.unreadableReason =
        supported == null
            ? reason
            : flowControl.equals(JettyAccess.BUFFERING_STRATEGY_CLASS)
                ? ""
                : "its flow control is " + flowControl + ", not Jetty's own";
  }

  private static String readJettyVersion(ClassLoader loader) {
    try {
      return String.valueOf(
          Class.forName("org.eclipse.jetty.util.Jetty", true, loader)
              .getField("VERSION")
              .get(null));
    } catch (ReflectiveOperationException | LinkageError e) {
      return "of an unknown version";
    }
  }

  /**
   * Returns why the state of the session cannot be read, or an empty string if it can be read.
   * {@link #id} and {@link #jettyVersion} are always available.
   */
  public String unreadableReason() {
    return unreadableReason;
  }

  public String jettyVersion() {
    return jettyVersion;
  }

  /** Returns the identity hash, which Jetty's logs and dumps show in hexadecimal. */
  public int identityHash() {
    return System.identityHashCode(jettySession);
  }

  public String id() {
    return Integer.toHexString(identityHash());
  }

  /** Returns Jetty's own session object. */
  public Object jettySession() {
    return jettySession;
  }

  public ClassLoader classLoader() {
    return strategy.getClass().getClassLoader();
  }

  /** Returns the peer's address as {@code host:port}; empty if this Jetty is not supported. */
  public String remoteAddress() {
    return jetty == null
        ? ""
        : JettyAccess.formatAddress(jetty.readObject(Member.REMOTE_ADDRESS, jettySession));
  }

  /** Returns the local address as {@code host:port}. */
  public String localAddress() {
    return JettyAccess.formatAddress(jetty.readObject(Member.LOCAL_ADDRESS, jettySession));
  }

  /** Returns whether the session is closed and has no open stream. */
  public boolean hasEnded() {
    // After a GOAWAY it is closed for new streams, but open ones continue.
    return jetty != null && jetty.readBoolean(Member.CLOSED, jettySession) && streams().isEmpty();
  }

  /** Returns the receive window of the session in bytes. */
  public int window() {
    return jetty.readInt(Member.RECEIVE_WINDOW, jettySession);
  }

  public int sendWindow() {
    return jetty.readInt(Member.SEND_WINDOW, jettySession);
  }

  /** Returns Jetty's counter of bytes that were consumed but not yet credited. */
  public AtomicInteger uncreditedCounter() {
    return counter(Member.SESSION_LEVEL);
  }

  /** Returns Jetty's counter of the largest receive window since the session began. */
  public AtomicInteger largestWindowCounter() {
    return counter(Member.LARGEST_SESSION_WINDOW);
  }

  private AtomicInteger counter(Member member) {
    return (AtomicInteger) jetty.readObject(member, strategy);
  }

  /** Returns how many bytes the connection has received, in frames of all types. */
  public long receivedBytes() {
    return (Long) jetty.readObject(Member.BYTES_IN, connection());
  }

  /** Returns whether Jetty keeps unread data in direct memory (the default), not on the heap. */
  public boolean usesDirectMemory() {
    return jetty.readBoolean(Member.DIRECT_INPUT, connection());
  }

  private Object connection() {
    return jetty.readObject(Member.CONNECTION, jetty.readObject(Member.END_POINT, jettySession));
  }

  private Collection<?> streams() {
    return (Collection<?>) jetty.readObject(Member.STREAMS, jettySession);
  }

  /** Returns Jetty's objects for the open streams, by stream identifier. */
  public Map<Integer, Object> openStreams() {
    Map<Integer, Object> open = new LinkedHashMap<>();
    streams().forEach(stream -> open.put(jetty.streamId(stream), stream));
    return open;
  }

  /** Takes a snapshot of a stream from {@link #openStreams}, even if the stream has since ended. */
  public StreamSnapshot snapshot(Object stream) {
    int id = jetty.streamId(stream);
    boolean reset = jetty.readBoolean(Member.RESET, stream);
    if (jetty.readBoolean(Member.REMOTELY_CLOSED, stream)) {
      return new StreamSnapshot(id, streamWindow(stream), 0, 0, true, reset);
    }
    WindowAndLevel values =
        readWindowAndLevel(
            () -> streamWindow(stream), () -> jetty.uncreditedStreamBytes(strategy, stream));
    int largest = jetty.readInt(Member.INITIAL_STREAM_WINDOW, strategy);
    int unread = Math.max(0, largest - values.window - values.level);
    return new StreamSnapshot(id, values.window, unread, values.level, false, reset);
  }

  private int streamWindow(Object stream) {
    return jetty.readInt(Member.STREAM_RECEIVE_WINDOW, stream);
  }

  private record WindowAndLevel(int window, int level) {}

  /**
   * Reads a window and its uncredited bytes. Repeats the reads if credit was given between them.
   */
  private static WindowAndLevel readWindowAndLevel(IntSupplier window, IntSupplier level) {
    for (int before = level.getAsInt(); ; ) {
      int windowBytes = window.getAsInt();
      int after = level.getAsInt();
      if (after == before) {
        return new WindowAndLevel(windowBytes, after);
      }
      before = after;
    }
  }

  public boolean isReset(Object stream) {
    return jetty.readBoolean(Member.RESET, stream);
  }

  /** Takes a snapshot of the session, with Jetty's value of the largest window. */
  public SessionSnapshot snapshot() {
    return snapshot(largestWindowCounter().get());
  }

  /** Takes a snapshot of the session, with {@code largestWindow} as the largest window. */
  public SessionSnapshot snapshot(int largestWindow) {
    WindowAndLevel values = readWindowAndLevel(this::window, uncreditedCounter()::get);
    Map<Integer, Object> open = openStreams();
    int empty =
        (int) open.values().stream().map(this::snapshot).filter(StreamSnapshot::isEmpty).count();
    return new SessionSnapshot(
        values.window, values.level, largestWindow, open.keySet(), empty, receivedBytes());
  }

  /** Returns whether a thread waits for data of this stream. */
  public boolean hasWaitingReader(Object stream) {
    return !StreamReaders.of(stream).isEmpty();
  }

  /** Returns whether the response headers of this stream have not arrived yet. */
  public boolean isUnanswered(Object stream) {
    return StreamReaders.isUnanswered(stream);
  }

  /** Returns the names of the threads that wait for data of an open stream. */
  public List<String> readers() {
    List<String> readers = new ArrayList<>();
    for (Object stream : streams()) {
      if (snapshot(stream).isEmpty()) {
        readers.addAll(StreamReaders.of(stream));
      }
    }
    return readers;
  }
}
