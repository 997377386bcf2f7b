package io.streambench.cli;

import io.streambench.config.SettingException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Asks a {@code java} command how old it is. */
final class JdkOf {
  /** {@code version "1.8.0_202"}, {@code version "17.0.15" 2025-04-15}. */
  private static final Pattern VERSION = Pattern.compile("version \"(?:1\\.)?(\\d+)");

  private JdkOf() {}

  /**
   * The feature release of that command, such as 17.
   *
   * @throws SettingException if it is no {@code java} command
   */
  static int command(String java) {
    try {
      Process process = new ProcessBuilder(java, "-version").redirectErrorStream(true).start();
      process.getOutputStream().close();
      Matcher version =
          VERSION.matcher(
              new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8));
      if (version.find()) {
        return Integer.parseInt(version.group(1));
      }
    } catch (IOException e) {
      // Not there, or not to be run: no java command either way.
    }
    throw new SettingException("JDK (-jvm)", "be a java command", java);
  }
}
