package io.streambench.release;

import java.lang.reflect.Field;
import java.lang.reflect.Method;

/**
 * The log of the JVM that this runs in: the logger that its Jetty has. A logger of our own would be
 * asked for from our class loader, and Log4j makes a whole new context for each class loader that
 * asks, which stays.
 */
interface JvmLog {
  JvmLog NONE = sentence -> {};

  /** Writes a line of level WARN. */
  void warn(String sentence);

  /** The logger of the Jetty of a class loader; standard error where there is none. */
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
