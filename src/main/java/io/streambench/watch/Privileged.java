package io.streambench.watch;

import java.security.AccessController;
import java.security.PrivilegedActionException;
import java.security.PrivilegedExceptionAction;

/**
 * Work that may be done on a thread of an application which its security manager restricts, as
 * Solr's does: what is below on the stack then does not count.
 */
final class Privileged {
  private Privileged() {}

  /** Calls {@link Jetties#of} with the privileges of this code. */
  static Jetty access(ClassLoader loader) throws Exception {
    return done(() -> Jetties.of(loader));
  }

  /** Calls {@link Jetties#isJettysOwn} with the privileges of this code. */
  static boolean isJettysOwn(Class<?> strategy) throws Exception {
    return done(() -> Jetties.isJettysOwn(strategy));
  }

  @SuppressWarnings("removal") // Java 17 has security managers still, and Solr 9 starts one
  private static <T> T done(PrivilegedExceptionAction<T> work) throws Exception {
    try {
      return AccessController.doPrivileged(work);
    } catch (PrivilegedActionException e) {
      throw e.getException();
    }
  }
}
