package io.streambench.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The library that sends and reads in a merge without Solr: the Jetty of this build, a Jetty 12
 * that was built next to it, or plain sockets.
 *
 * @param typed as the parameter has it
 * @param jar of the program for a Jetty 12; empty for the others
 */
public record MergeLibraryChoice(String typed, Optional<Path> jar) {
  /** The name of the parameter. */
  public static final String NAME = "jettyVersion";

  private static final String OWN = "10";
  private static final String SOCKETS = "sockets";
  private static final String JAR = "jetty12-programs.jar";
  private static final Pattern JETTY_12 = Pattern.compile("12\\.\\d{1,3}\\.\\d{1,3}");

  /**
   * Reads it.
   *
   * @param home folder of the module
   * @throws SettingException if it is none, or was not built
   */
  static MergeLibraryChoice of(String text, Path home) {
    String typed = text.strip();
    if (typed.equals(OWN) || typed.equals(SOCKETS)) {
      return new MergeLibraryChoice(typed, Optional.empty());
    }
    if (!JETTY_12.matcher(typed).matches()) {
      throw new SettingException(
          NAME, "be " + OWN + ", a version of Jetty 12 like 12.1.5, or " + SOCKETS, text);
    }
    Path jar = home.resolve("target").resolve("jetty12").resolve(typed).resolve(JAR);
    if (!Files.isReadable(jar)) {
      throw new SettingException(NAME, "have been built: run src/jetty12/build " + typed, text);
    }
    return new MergeLibraryChoice(typed, Optional.of(jar));
  }

  /** Returns whether it is the Jetty of this build. */
  public boolean isOwn() {
    return typed.equals(OWN);
  }

  /** Returns whether it has no HTTP. */
  public boolean isSockets() {
    return typed.equals(SOCKETS);
  }

  /** Its name for people. */
  public String words() {
    return isSockets() ? "plain sockets" : "Jetty " + typed;
  }
}
