package io.streambench.trial;

import io.streambench.base.Installation;
import io.streambench.program.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Jetty 12, for a JVM of its own: it must not meet the Jetty 10 of this one. */
public final class Jetty12 {
  /** The class of its {@link io.streambench.trial.jetty.TrialJetty}, which is not in this JVM. */
  public static final String TRIAL = "io.streambench.jetty12.Jetty12Trial";

  private Jetty12() {}

  /** Starts a main class with the jars of a version that src/jetty12/build built. */
  public static JavaProcess start(
      String version, Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
    return new JavaProcess(path(version), folder, jvmArguments, main, arguments);
  }

  /** The class path, as an argument of {@code java}, of a version that src/jetty12/build built. */
  public static List<String> classPath(String version) {
    return List.of("-cp", path(version));
  }

  private static String path(String version) {
    Path target = Installation.moduleFolder().resolve("target");
    Path built = target.resolve("jetty12").resolve(version);
    return String.join(
        File.pathSeparator,
        built.resolve("classes").toString(),
        built.resolve("lib").resolve("*").toString(),
        target.resolve("test-classes").toString(),
        target.resolve("classes").toString());
  }
}
