package io.streambench.watch;

import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Method;
import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

final class Jetties {
  static final String HTTP2 = "org.eclipse.jetty.http2.";
  static final String ABSTRACT_STRATEGY = HTTP2 + "AbstractFlowControlStrategy";
  static final String BUFFERING = HTTP2 + "BufferingFlowControlStrategy";
  static final String SIMPLE = HTTP2 + "SimpleFlowControlStrategy";
  static final String SESSION = HTTP2 + "HTTP2Session";

  private Jetties() {}

  /** Defines {@link JettyAccess} anew for the Jetty that this loader sees. */
  @SuppressWarnings("unchecked") // whatever it throws is thrown on, without a declaration
  static Jetty<RuntimeException> of(ClassLoader loader) throws Exception {
    return privileged(
        () -> {
          try (InputStream in =
              Jetties.class.getResourceAsStream(JettyAccess.class.getSimpleName() + ".class")) {
            return (Jetty<RuntimeException>)
                MethodHandles.lookup()
                    .defineHiddenClassWithClassData(in.readAllBytes(), loader, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
          } catch (ExceptionInInitializerError e) {
            throw new ReflectiveOperationException(e.getCause());
          }
        });
  }

  /** Returns whether a strategy gives credit as Jetty's own classes do. */
  static boolean isJettysOwn(Class<?> strategy) throws Exception {
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
  private static <T> T privileged(PrivilegedExceptionAction<T> work) throws Exception {
    try {
      return AccessController.doPrivileged(work);
    } catch (PrivilegedActionException e) {
      throw e.getException();
    }
  }
}
