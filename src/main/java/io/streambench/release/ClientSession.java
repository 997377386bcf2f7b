package io.streambench.release;

import io.streambench.live.Jetty;
import io.streambench.live.Jetty.Read;
import io.streambench.live.StreamReaders;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A client session of Jetty's, and how it is given credit in advance: as Jetty gives it when data
 * is read, and what is given is taken off what Jetty will give. So window, level and what is unread
 * are together what they were, whenever this stops. For one thread.
 */
final class ClientSession implements ReleasedSession.Live {
  /** Lines of Jetty in which this was tried. */
  private static final List<String> KNOWN = List.of("10.0.", "12.0.", "12.1.");

  private final Object session;
  private final Jetty jetty;
  private final Object strategy;
  private final String version;
  private final Map<Integer, Object> firstStreams = new HashMap<>();
  private int largest;
  private boolean credited;

  private ClientSession(Object session) {
    this.session = session;
    this.version = version(session.getClass().getClassLoader());
    boolean known = KNOWN.stream().anyMatch(version::startsWith);
    this.jetty = known ? Jetty.of(session.getClass()) : null; // others have other members
    this.strategy = known ? jetty.object(Read.STRATEGY, session) : null;
  }

  /**
   * A session as {@link io.streambench.live.ClientSessions} finds it.
   *
   * @param remembers whether it holds the streams that are open now, to see how they end
   */
  static ClientSession of(Object session, boolean remembers) {
    ClientSession known = new ClientSession(session);
    if (remembers && known.refusal().isEmpty()) {
      for (Object stream : known.streams()) {
        known.firstStreams.put(known.jetty.id(stream), stream);
      }
    }
    return known;
  }

  private Collection<?> streams() {
    return (Collection<?>) jetty.object(Read.STREAMS, session);
  }

  @Override
  public int resetOf(Set<Integer> streams) {
    return (int)
        streams.stream()
            .map(firstStreams::get)
            .filter(stream -> stream != null && jetty.is(Read.RESET, stream))
            .count();
  }

  private static String version(ClassLoader loader) {
    try {
      return String.valueOf(
          Class.forName("org.eclipse.jetty.util.Jetty", true, loader)
              .getField("VERSION")
              .get(null));
    } catch (ReflectiveOperationException | LinkageError e) {
      return "of an unknown version";
    }
  }

  boolean is(Object other) {
    return session == other;
  }

  /** Why it can be given nothing; empty if it can. */
  String refusal() {
    if (jetty == null) {
      return "its Jetty is " + version + ", not 10.0, 12.0 or 12.1";
    }
    String flowControl = strategy.getClass().getName();
    return flowControl.equals(Jetty.BUFFERING)
        ? ""
        : "its flow control is " + flowControl + ", not Jetty's own";
  }

  String version() {
    return version;
  }

  /** Jetty's own name of it in logs and dumps: its hash. */
  String id() {
    return Integer.toHexString(System.identityHashCode(session));
  }

  String remote() {
    return jetty == null ? "" : Jetty.Session.address(jetty.object(Read.REMOTE_ADDRESS, session));
  }

  ClassLoader loader() {
    return strategy.getClass().getClassLoader();
  }

  @Override
  public boolean isOver() {
    // After a GOAWAY it is closed for new streams, and the open ones go on.
    return jetty != null && jetty.is(Read.CLOSED, session) && streams().isEmpty();
  }

  @Override
  public int window() {
    return jetty.number(Read.RECEIVE_WINDOW, session);
  }

  @Override
  public SessionLook look() {
    AtomicInteger max = counter(Read.LARGEST_SESSION_WINDOW);
    if (!credited) {
      largest = max.get();
    } else if (max.get() > largest) {
      max.set(largest); // credit met credit; Jetty's threshold must not grow by that
    }
    int level;
    int window;
    do { // credit goes from the level to the window
      level = counter(Read.SESSION_LEVEL).get();
      window = window();
    } while (level != counter(Read.SESSION_LEVEL).get());
    Set<Integer> streams = new HashSet<>();
    int empty = 0;
    for (Object stream : streams()) {
      streams.add(jetty.id(stream));
      if (isEmpty(Jetty.Stream.of(jetty, stream, strategy))) {
        empty++;
      }
    }
    return new SessionLook(window, level, largest, streams, empty, arrived());
  }

  @Override
  public List<String> readers() {
    List<String> readers = new ArrayList<>();
    for (Object stream : streams()) {
      if (isEmpty(Jetty.Stream.of(jetty, stream, strategy))) {
        readers.addAll(StreamReaders.of(stream));
      }
    }
    return readers;
  }

  /** More can come, and nothing is there to be read. */
  private static boolean isEmpty(Jetty.Stream stream) {
    return !stream.remotelyClosed() && stream.first().unreadBytes() == 0;
  }

  private AtomicInteger counter(Read read) {
    return (AtomicInteger) jetty.object(read, strategy);
  }

  private long arrived() {
    Object connection = jetty.object(Read.CONNECTION, jetty.object(Read.END_POINT, session));
    return (Long) jetty.object(Read.BYTES_IN, connection);
  }

  /** Gives credit that Jetty would give when so much unread data was read. */
  @Override
  public void advance(int bytes) throws ReflectiveOperationException {
    Method window = method(session, "updateRecvWindow", 1);
    Method frames = method(session, "frames", 3);
    List<Object> update = List.of(frame(bytes));
    Object callback = noCallback();
    credited = true;
    Thread.currentThread().setContextClassLoader(loader()); // it may write what others have queued
    try {
      counter(Read.SESSION_LEVEL).addAndGet(-bytes);
      window.invoke(session, bytes);
      frames.invoke(session, null, update, callback);
    } finally {
      Thread.currentThread().setContextClassLoader(null);
    }
  }

  @Override
  public void regain(int bytes) throws ReflectiveOperationException {
    int level = counter(Read.SESSION_LEVEL).addAndGet(bytes);
    if (level > largest / 2) { // Jetty would give that much only when the next byte is read
      advance(level);
    }
  }

  private Object frame(int bytes) throws ReflectiveOperationException {
    Constructor<?> made =
        Class.forName(Jetty.HTTP2 + "frames.WindowUpdateFrame", true, loader())
            .getConstructor(int.class, int.class);
    return made.newInstance(0, bytes);
  }

  private Object noCallback() throws ReflectiveOperationException {
    Field none = Class.forName("org.eclipse.jetty.util.Callback", true, loader()).getField("NOOP");
    return none.get(null);
  }

  private static Method method(Object of, String name, int parameters)
      throws NoSuchMethodException {
    for (Method method : of.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        method.setAccessible(true); // its class may not be public
        return method;
      }
    }
    throw new NoSuchMethodException(name);
  }
}
