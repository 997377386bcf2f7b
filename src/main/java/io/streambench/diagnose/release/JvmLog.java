package io.streambench.diagnose.release;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * The log of this JVM, which is written through Jetty's logger. A separate logger would leak
 * memory, because Log4j keeps a context for each class loader that requests a logger.
 */
interface JvmLog {
  /** Logs a line at level WARN. */
  void warn(String sentence);

  /** Returns the log of the Jetty in a class loader, or standard error if there is no Jetty. */
  static JvmLog of(ClassLoader loader) {
    try {
      Field field =
          Class.forName("org.eclipse.jetty.http2.HTTP2Session", true, loader)
              .getDeclaredField("LOG");
      field.setAccessible(true);
      Object logger = field.get(null);
      Method warn = Class.forName("org.slf4j.Logger", true, loader).getMethod("warn", String.class);
      return sentence -> {
        try {
          warn.invoke(logger, "streambench " + sentence);
        } catch (ReflectiveOperationException | RuntimeException e) {
          System.err.println(sentence);
        }
      };
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      return System.err::println;
    }
  }
}
