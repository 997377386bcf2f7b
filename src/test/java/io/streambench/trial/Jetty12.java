package io.streambench.trial;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/** Jetty 12, for a JVM of its own: it must not meet the Jetty 10 of this one. */
public final class Jetty12 {
  private Jetty12() {}

  /** The name of a program in src/test/jetty12. */
  public static String program(String name) {
    return "io.streambench.trial.jetty12." + name;
  }

  /** The class path, as an argument of {@code java}, of a version that src/jetty12/build built. */
  public static List<String> classPath(String version) {
    Path built = Path.of("target", "jetty12", version);
    return List.of(
        "-cp",
        String.join(
            File.pathSeparator,
            built.resolve("classes").toString(),
            built.resolve("lib").resolve("*").toString(),
            Path.of("target", "test-classes").toString(),
            Path.of("target", "classes").toString()));
  }
}
