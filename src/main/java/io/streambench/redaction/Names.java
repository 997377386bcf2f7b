package io.streambench.redaction;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Known names, wherever they stand as words of their own: those of this machine, of its users and
 * folders, hosts that an address has shown, and everybody's home folder.
 */
final class Names {
  private static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());
  private static final List<String> LOOPBACK = List.of("localhost", "ip6-localhost");
  private static final Pattern HOME =
      Pattern.compile(
          "((?:(?<slash>/|\\\\/|%2F)(?:home|Users)\\k<slash>"
              + "|(?<back>\\\\{1,2})(?i:Users|Documents and Settings)\\k<back>))"
              + "([^\\s/\\\\\"'<>:;,|()\\[\\]{}&%?*=`]{1,64}(?: [^\\s/\\\\\"'<>:;,|]{1,32}(?=\\\\))?)");

  /** A word that is no part of a Java package; an escape such as {@code %2C} may be before it. */
  private static final String WORD =
      "(?:(?<!LETTER)|(?<=%[0-9A-Fa-f]{2}))(?<!LETTER\\.(?=NAME\\.[A-Za-z]))NAME(?!LETTER)";

  /** The host's {@code .example.com} says as much as the name before it. */
  private static final String DOMAIN = "(?:\\.[A-Za-z](?:LETTER|-)*+){0,10}+";

  private static final String FOLDER = "(?<!LETTER(?=/))NAME(?!LETTER|[_-]|\\.LETTER)";

  private final Placeholders placeholders;
  private final Map<String, Pattern> hostPatterns = new HashMap<>();
  private final Map<String, Pattern> userPatterns = new HashMap<>();
  private final List<String> hosts;
  private final List<String> users;
  private final Map<Pattern, String> folders = new LinkedHashMap<>();

  Names(Secrets secrets, Placeholders placeholders) {
    this.placeholders = placeholders;
    hosts = distinctive(secrets.hostNames());
    users = distinctive(secrets.userNames());
    Map<String, String> spelled = new HashMap<>();
    secrets
        .folders()
        .forEach(
            (path, placeholder) ->
                // as it is, and as strings of JSON and URLs have it
                Stream.of(
                        path,
                        path.replace("\\", "\\\\"),
                        path.replace('\\', '/'),
                        path.replace("/", "\\/"),
                        path.replace("/", "%2F"))
                    .forEach(spelling -> spelled.putIfAbsent(spelling, placeholder)));
    // the working folder is often in the home folder
    spelled.keySet().stream()
        .sorted(LONGEST_FIRST)
        .forEach(path -> folders.put(pattern(FOLDER, path, 0), spelled.get(path)));
  }

  private static List<String> distinctive(Collection<String> names) {
    return names.stream().filter(Secrets::distinctive).sorted(LONGEST_FIRST).toList();
  }

  private static Pattern pattern(String pattern, String name, int flags) {
    return Pattern.compile(
        pattern.replace("LETTER", "[\\p{L}\\p{N}]").replace("NAME", Pattern.quote(name)), flags);
  }

  String redactFolders(String text) {
    String redacted = text;
    for (Map.Entry<Pattern, String> folder : folders.entrySet()) {
      redacted = folder.getKey().matcher(redacted).replaceAll(folder.getValue());
    }
    return redacted.contains("home") || redacted.contains("Users") || redacted.contains(":\\")
        ? HOME.matcher(redacted)
            .replaceAll(
                hit ->
                    Matcher.quoteReplacement(
                        Placeholders.isPlaceholder(hit.group(4))
                            ? hit.group()
                            : hit.group(1) + placeholders.user(hit.group(4))))
        : redacted;
  }

  String redact(String text) {
    String redacted = text;
    String lower = text.toLowerCase(Locale.ROOT);
    for (List<String> some : List.of(hosts, placeholders.learnedHosts(), LOOPBACK)) {
      for (String host : some) {
        if (lower.contains(host.toLowerCase(Locale.ROOT))) {
          redacted =
              hostPatterns
                  .computeIfAbsent(
                      host, name -> pattern(WORD + DOMAIN, name, Pattern.CASE_INSENSITIVE))
                  .matcher(redacted)
                  .replaceAll(hit -> placeholders.node(host));
        }
      }
    }
    for (List<String> some : List.of(users, placeholders.learnedUsers())) {
      for (String user : some) {
        if (text.contains(user)) {
          redacted =
              userPatterns
                  .computeIfAbsent(user, name -> pattern(WORD, name, 0))
                  .matcher(redacted)
                  .replaceAll(hit -> placeholders.user(user));
        }
      }
    }
    return redacted;
  }
}
