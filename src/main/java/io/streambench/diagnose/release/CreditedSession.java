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
 * Gives credit to a client session in advance, and deducts this credit from the credit that Jetty
 * gives when data is read. The sum of window, uncredited bytes and unread bytes never changes, so
 * giving credit can stop at any time. Not thread-safe.
 */
final class CreditedSession implements LiveSession {
  private static final String WINDOW_UPDATE_CLASS =
      "org.eclipse.jetty.http2.frames.WindowUpdateFrame";
  private static final String CALLBACK_CLASS = "org.eclipse.jetty.util.Callback";

  private final ClientSession session;
  private final Map<Integer, Object> initialStreams;
  private final Method updateWindow;
  private final Method framesMethod;
  private final Constructor<?> windowUpdateConstructor;
  private final Object noopCallback;
  private final Map<Integer, StreamSnapshot> snapshotsAtMark = new HashMap<>();
  private StreamWaits waitsAtMark;
  private int largestWindow;
  private boolean hasSentCredit;

  /**
   * Prepares to give credit to a session. If {@code remembersStreams} is true, keeps the open
   * streams, to detect later whether they were reset. Throws if Jetty lacks a required method or
   * field.
   */
  CreditedSession(ClientSession session, boolean remembersStreams)
      throws ReflectiveOperationException {
    this.session = session;
    this.updateWindow = findMethod(session.jettySession(), "updateRecvWindow", 1);
    this.framesMethod = findMethod(session.jettySession(), "frames", 3);
    this.windowUpdateConstructor =
        Class.forName(WINDOW_UPDATE_CLASS, true, session.classLoader())
            .getConstructor(int.class, int.class);
    this.noopCallback =
        Class.forName(CALLBACK_CLASS, true, session.classLoader()).getField("NOOP").get(null);
    this.initialStreams = remembersStreams ? session.openStreams() : Map.of();
  }

  @Override
  public boolean isAnyReset(Set<Integer> streams) {
    return streams.stream()
        .map(initialStreams::get)
        .anyMatch(stream -> stream != null && session.isReset(stream));
  }

  @Override
  public void markReadProgress() {
    initialStreams.forEach((id, stream) -> snapshotsAtMark.put(id, session.snapshot(stream)));
    waitsAtMark = StreamWaits.of(session);
  }

  @Override
  public Set<Integer> streamsReadSinceMark() {
    return snapshotsAtMark.values().stream()
        .filter(
            before -> session.snapshot(initialStreams.get(before.id())).hasBeenReadSince(before))
        .map(StreamSnapshot::id)
        .collect(Collectors.toSet());
  }

  @Override
  public String otherWaits() {
    return waitsAtMark.unchangedIn(StreamWaits.of(session)).describe();
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
    return session.snapshot(largestWindow);
  }

  /**
   * Undoes the effect of credit in advance on the threshold at which Jetty gives credit. Jetty
   * derives the threshold from the largest window.
   */
  private void preserveThreshold() {
    int currentLargest = session.largestWindowCounter().get();
    if (!hasSentCredit) {
      largestWindow = currentLargest;
    } else if (currentLargest > largestWindow) {
      session.largestWindowCounter().set(largestWindow);
    }
  }

  @Override
  public List<String> readers() {
    return session.readers();
  }

  /** Gives the credit that Jetty would give after this many bytes had been read. */
  @Override
  public void giveCredit(int bytes) throws ReflectiveOperationException {
    List<Object> update = List.of(windowUpdateConstructor.newInstance(0, bytes));
    hasSentCredit = true;
    Thread.currentThread()
        .setContextClassLoader(session.classLoader()); // may also write frames of other threads
    try {
      session.uncreditedCounter().addAndGet(-bytes);
      updateWindow.invoke(session.jettySession(), bytes);
      framesMethod.invoke(session.jettySession(), null, update, noopCallback);
    } finally {
      Thread.currentThread().setContextClassLoader(null);
    }
  }

  @Override
  public void restoreWindow(int bytes) throws ReflectiveOperationException {
    int level = session.uncreditedCounter().addAndGet(bytes);
    if (level > largestWindow / 2) { // Jetty would give it only after the next read
      giveCredit(level);
    }
  }

  private static Method findMethod(Object target, String name, int parameters)
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
