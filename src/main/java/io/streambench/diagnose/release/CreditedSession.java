package io.streambench.diagnose.release;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Gives a client session credit in advance, in the way that Jetty gives it when data is read, and
 * deducts it from the credit that Jetty will give later. The sum of window, level and unread bytes
 * never changes, so this can stop at any time. Not thread-safe.
 */
final class CreditedSession implements ReleasedSession.Live {
  private static final String FRAME = "org.eclipse.jetty.http2.frames.WindowUpdateFrame";
  private static final String CALLBACK = "org.eclipse.jetty.util.Callback";

  private final ClientSession session;
  private final Map<Integer, Object> firstStreams;
  private final Method updateWindow;
  private final Method frames;
  private final Constructor<?> newWindowUpdate;
  private final Object noopCallback;
  private final Map<Integer, StreamSnapshot> marked = new HashMap<>();
  private int largest;
  private boolean credited;

  /**
   * @param remembersStreams whether to keep references to the open streams, to see how they end
   * @throws ReflectiveOperationException if this Jetty lacks a member that giving credit needs
   */
  CreditedSession(ClientSession session, boolean remembersStreams)
      throws ReflectiveOperationException {
    this.session = session;
    this.updateWindow = method(session.jettySession(), "updateRecvWindow", 1);
    this.frames = method(session.jettySession(), "frames", 3);
    this.newWindowUpdate =
        Class.forName(FRAME, true, session.loader()).getConstructor(int.class, int.class);
    this.noopCallback = Class.forName(CALLBACK, true, session.loader()).getField("NOOP").get(null);
    this.firstStreams = remembersStreams ? session.openStreams() : Map.of();
  }

  @Override
  public boolean isAnyReset(Set<Integer> streams) {
    return streams.stream()
        .map(firstStreams::get)
        .anyMatch(stream -> stream != null && session.isReset(stream));
  }

  @Override
  public void mark() {
    firstStreams.forEach((id, stream) -> marked.put(id, session.snapshot(stream)));
  }

  @Override
  public Set<Integer> readSinceMark() {
    return marked.values().stream()
        .filter(before -> session.snapshot(firstStreams.get(before.id())).showsReadSince(before))
        .map(StreamSnapshot::id)
        .collect(Collectors.toSet());
  }

  @Override
  public boolean hasEnded() {
    return session.hasEnded();
  }

  @Override
  public int window() {
    preserveThreshold();
    return session.window();
  }

  @Override
  public SessionSnapshot snapshot() {
    preserveThreshold();
    return session.snapshot(largest);
  }

  /**
   * Keeps the threshold at which Jetty gives credit. Jetty derives it from the largest window,
   * which credit in advance must not enlarge.
   */
  private void preserveThreshold() {
    int most = session.largestWindowCounter().get();
    if (!credited) {
      largest = most;
    } else if (most > largest) {
      session.largestWindowCounter().set(largest);
    }
  }

  @Override
  public List<String> readers() {
    return session.readers();
  }

  /** Gives the credit that Jetty would give after reading this many unread bytes. */
  @Override
  public void advance(int bytes) throws ReflectiveOperationException {
    List<Object> update = List.of(newWindowUpdate.newInstance(0, bytes));
    credited = true;
    Thread.currentThread()
        .setContextClassLoader(session.loader()); // this thread may write frames queued by others
    try {
      session.uncreditedCounter().addAndGet(-bytes);
      updateWindow.invoke(session.jettySession(), bytes);
      frames.invoke(session.jettySession(), null, update, noopCallback);
    } finally {
      Thread.currentThread().setContextClassLoader(null);
    }
  }

  @Override
  public void regain(int bytes) throws ReflectiveOperationException {
    int level = session.uncreditedCounter().addAndGet(bytes);
    if (level > largest / 2) { // Jetty would give it only after the next read
      advance(level);
    }
  }

  private static Method method(Object target, String name, int parameters)
      throws NoSuchMethodException {
    for (Method method : target.getClass().getMethods()) {
      if (method.getName().equals(name) && method.getParameterCount() == parameters) {
        method.setAccessible(true); // the class may not be public
        return method;
      }
    }
    throw new NoSuchMethodException(name);
  }
}
