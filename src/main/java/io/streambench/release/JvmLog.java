package io.streambench.release;

import java.lang.reflect.Method;

/** The log of the JVM that this runs in, found through the classes of the Jetty that it has. */
interface JvmLog {
  JvmLog NONE = sentence -> {};

  /** Writes a line of level WARN. */
  void warn(String sentence);

  /** The SLF4J of a class loader; standard error where there is none. */
  static JvmLog of(ClassLoader loader) {
    try {
      Object logger =
          Class.forName("org.slf4j.LoggerFactory", true, loader)
              .getMethod("getLogger", String.class)
              .invoke(null, "io.streambench.release");
      Method warn = Class.forName("org.slf4j.Logger", true, loader).getMethod("warn", String.class);
      return sentence -> {
        try {
          warn.invoke(logger, sentence);
        } catch (ReflectiveOperationException | RuntimeException e) {
          System.err.println(sentence);
        }
      };
    } catch (ReflectiveOperationException | LinkageError | RuntimeException e) {
      return System.err::println;
    }
  }
}
