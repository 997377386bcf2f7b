package io.streambench.flow.recording;

import io.streambench.flow.rule.Waiting;
import java.lang.reflect.Field;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.eclipse.jetty.util.thread.AutoLock;

/** The private fields of Jetty's response listener that show whether a thread awaits data. */
record ReaderLock(Field listenerLock, Field response, Field lock, Field condition) {
  private static final ReaderLock JETTY_FIELDS = find();

  static Waiting waitState(Object input) throws ReflectiveOperationException {
    return JETTY_FIELDS == null || input == null
        ? Waiting.UNKNOWN
        : JETTY_FIELDS.readWaitState(input);
  }

  /** Finds the fields; returns null if the running version of Jetty has different fields. */
  private static ReaderLock find() {
    try {
      return new ReaderLock(
          findField(LinkedJetty.READER, "lock"),
          findField(LinkedJetty.READER, "response"),
          findField(AutoLock.class, "_lock"),
          findField(AutoLock.WithCondition.class, "_condition"));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return null;
    }
  }

  private static Field findField(Class<?> owner, String name) throws ReflectiveOperationException {
    Field field = owner.getDeclaredField(name);
    field.setAccessible(true);
    return field;
  }

  private Waiting readWaitState(Object input) throws ReflectiveOperationException {
    AutoLock autoLock = (AutoLock) listenerLock.get(input);
    ReentrantLock reading = (ReentrantLock) lock.get(autoLock);
    if (!reading.tryLock()) {
      return Waiting.UNKNOWN; // the calling thread must not block
    }
    try {
      if (response.get(input) == null) {
        return Waiting.UNKNOWN; // a reader that waits for headers uses a different lock
      }
      boolean waits = reading.hasWaiters((Condition) condition.get(autoLock));
      return waits ? Waiting.YES : Waiting.NO;
    } finally {
      reading.unlock();
    }
  }
}
