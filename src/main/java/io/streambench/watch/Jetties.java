package io.streambench.watch;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;

/** Finds out what a Jetty is, and how to read it. */
final class Jetties {
  static final String HTTP2 = "org.eclipse.jetty.http2.";
  static final String ABSTRACT_STRATEGY = HTTP2 + "AbstractFlowControlStrategy";
  static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  static final String SIMPLE = HTTP2 + "SimpleFlowControlStrategy";
  static final String SESSION = HTTP2 + "HTTP2Session";

  private Jetties() {}

  /**
   * Makes the access to a Jetty: {@link JettyAccess}, defined anew.
   *
   * @param loader which sees its classes
   * @throws ReflectiveOperationException if this Jetty has other names
   */
  static Jetty of(ClassLoader loader) throws ReflectiveOperationException {
    try (InputStream in =
        Jetties.class.getResourceAsStream(JettyAccess.class.getSimpleName() + ".class")) {
      return (Jetty)
          MethodHandles.lookup()
              .defineHiddenClassWithClassData(in.readAllBytes(), loader, true)
              .lookupClass()
              .getDeclaredConstructor()
              .newInstance();
    } catch (IOException e) {
      throw new ReflectiveOperationException(e);
    } catch (ExceptionInInitializerError e) {
      throw new ReflectiveOperationException(e.getCause());
    }
  }

  /**
   * Returns whether it is Jetty's own way to give credit, which is known: its classes, and those
   * that extend them and leave that as it is.
   */
  static boolean isJettysOwn(Class<?> strategy) {
    for (Class<?> type = strategy; type != null; type = type.getSuperclass()) {
      if (type.getName().equals(BUFFERING) || type.getName().equals(SIMPLE)) {
        return true;
      }
      for (Method method : type.getDeclaredMethods()) {
        if (method.getName().equals("onDataConsumed")) {
          return false;
        }
      }
    }
    return false;
  }
}
