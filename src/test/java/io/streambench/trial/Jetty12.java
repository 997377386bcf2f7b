package io.streambench.trial;

import java.io.File;
import java.nio.file.Path;
import java.util.List;

/** Jetty 12, for a JVM of its own: it must not meet the Jetty 10 of this one. */
public final class Jetty12 {
  /** The class of its {@link io.streambench.trial.jetty.TrialJetty}, which is not in this JVM. */
  public static final String TRIAL = "io.streambench.jetty12.Jetty12Trial";

  private Jetty12() {}

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
