package io.streambench.watch;

import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

final class Jetties {
  static final String HTTP2 = "org.eclipse.jetty.http2.";
  static final String ABSTRACT_STRATEGY = HTTP2 + "AbstractFlowControlStrategy";
  static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  static final String SIMPLE = HTTP2 + "SimpleFlowControlStrategy";

  private Jetties() {}

  static Jetty of(ClassLoader loader) {
    return privileged(() -> new Jetty(loader));
  }

  /** Returns whether a strategy gives credit as Jetty's own classes do. */
  static boolean isJettysOwn(Class<?> strategy) {
    return privileged(() -> givesJettysCredit(strategy));
  }

  private static boolean givesJettysCredit(Class<?> strategy) {
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

  /** Works on an application's thread, which its security manager may restrict, as Solr's does. */
  @SuppressWarnings("removal") // Java 17 has security managers still, and Solr 9 starts one
  private static <T> T privileged(PrivilegedExceptionAction<T> work) {
    try {
      return AccessController.doPrivileged(work);
    } catch (PrivilegedActionException e) {
      throw new IllegalStateException(e.getException());
    }
  }
}
