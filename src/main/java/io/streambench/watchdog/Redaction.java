package io.streambench.watchdog;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Takes out of a text what tells whose machine it comes from, so that it can be pasted in public:
 * the home folder becomes {@code ~}; the user, the host, addresses other than loopback, and the
 * values of passwords and the like become a word in brackets. It takes out too much rather than too
 * little, so it is for single arguments, paths and names.
 *
 * @param home the home folder, or nothing if it is not known
 * @param user the user's name, likewise
 * @param host the machine's name, likewise
 */
public record Redaction(String home, String user, String host) {
  /** To the end of the argument: a password may hold any character. */
  private static final Pattern SECRET =
      Pattern.compile(
          "(?i)((?:password|passwd|passphrase|secret|token|credential|api[._-]?key)[\\w.-]*[=:]).+");

  private static final Pattern USER_OF_URL = Pattern.compile("://[^/@\\s]+@");

  private static final Pattern IPV4 =
      Pattern.compile("(?<![\\w.])(?!127\\.|0\\.0\\.0\\.0)\\d{1,3}(?:\\.\\d{1,3}){3}(?![\\w.])");

  private static final Pattern IPV6 =
      Pattern.compile(
          "(?<![\\w:.])(?!::1(?![\\w:]))(?=[0-9a-fA-F:]*::|(?:[0-9a-fA-F]{1,4}:){7})[0-9a-fA-F:]{3,}");

  /** For this user on this machine. */
  public static Redaction here() {
    return new Redaction(
        System.getProperty("user.home", ""), System.getProperty("user.name", ""), hostName());
  }

  /** The text without what is private. */
  public String of(String text) {
    String redacted = text;
    if (home.length() > 1) {
      redacted = redacted.replaceAll("(?<![\\w.~-])" + Pattern.quote(home) + "(?![\\w.-])", "~");
    }
    redacted = SECRET.matcher(redacted).replaceAll("$1[hidden]");
    redacted = USER_OF_URL.matcher(redacted).replaceAll("://[hidden]@");
    redacted = IPV4.matcher(redacted).replaceAll("[address]");
    redacted = IPV6.matcher(redacted).replaceAll("[address]");
    return word(word(redacted, host, "[host]"), user, "[user]");
  }

  /** Whole words only: a user may be called solr, and -Dsolr.http1 must stay what it is. */
  private static String word(String text, String word, String instead) {
    return word.length() < 2 || word.equals("localhost")
        ? text
        : text.replaceAll(
            "(?<![\\w.-])" + Pattern.quote(word) + "(?![\\w-]|\\.\\w)",
            Matcher.quoteReplacement(instead));
  }

  /** Without asking a name server, which may take seconds to say that it does not know. */
  private static String hostName() {
    return Stream.of("HOSTNAME", "COMPUTERNAME")
        .flatMap(name -> Optional.ofNullable(System.getenv(name)).stream())
        .findFirst()
        .or(
            () ->
                Stream.of("/proc/sys/kernel/hostname", "/etc/hostname")
                    .flatMap(file -> firstLine(Path.of(file)).stream())
                    .findFirst())
        .orElse("");
  }

  private static Optional<String> firstLine(Path file) {
    try (BufferedReader lines = Files.newBufferedReader(file)) {
      return Optional.ofNullable(lines.readLine()).map(String::strip);
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
