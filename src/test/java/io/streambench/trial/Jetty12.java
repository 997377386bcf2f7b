package io.streambench.trial;

import io.streambench.base.Installation;
import io.streambench.program.JavaProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Starts Jetty 12 in its own JVM, because it must not share a JVM with Jetty 10. */
public final class Jetty12 {
  /**
   * The {@link io.streambench.trial.jetty.TrialJetty} class of Jetty 12, which is not in this JVM.
   */
  public static final String TRIAL = "io.streambench.jetty12.Jetty12Trial";

  private Jetty12() {}

  /** Starts a main class with the jars of a version that src/jetty12/build has built. */
  public static JavaProcess start(
      String version, Path folder, List<String> jvmArguments, String main, String... arguments)
      throws IOException {
    return new JavaProcess(path(version), folder, jvmArguments, main, arguments);
  }

  /**
   * Returns the class path arguments of {@code java} for a version that src/jetty12/build has
   * built.
   */
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
