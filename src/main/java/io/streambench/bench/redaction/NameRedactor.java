package io.streambench.bench.redaction;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A redactor of given folders, all home folders, and the host and user names in {@link
 * Placeholders}. A name is redacted only where it is a separate word.
 */
final class NameRedactor {
  static final Comparator<String> LONGEST_FIRST =
      Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder());
  private static final Pattern HOME_FOLDER =
      Pattern.compile(
          "((?:(?<slash>/|\\\\/|%2[Ff])(?:home|Users)\\k<slash>|(?<back>\\\\{1,2})(?i:Users|Documents"
              + " and Settings)\\k<back>))([^\\s/\\\\\"'<>:;,|()\\[\\]{}&%?*=`]{1,64}(?:"
              + " [^\\s/\\\\\"'<>:;,|]{1,32}(?=\\\\))?)");

  /** A name as a separate word that is not part of a Java package name. */
  private static final String WORD_TEMPLATE =
      "(?:(?<!LETTER)|(?<=%[0-9A-Fa-f]{2}))(?<!LETTER\\.(?=NAME\\.[A-Za-z]))NAME(?!LETTER)";

  /** An optional domain after a host name, such as {@code .example.com}. */
  private static final String OPTIONAL_DOMAIN = "(?:\\.[A-Za-z](?:LETTER|-)*+){0,10}+";

  private static final String FOLDER_TEMPLATE = "(?<!LETTER(?=/))NAME(?!LETTER|[_-]|\\.LETTER)";

  private final Placeholders placeholders;
  private final Map<Pattern, String> placeholdersByFolder = new LinkedHashMap<>();

  NameRedactor(Map<String, String> folders, Placeholders placeholders) {
    this.placeholders = placeholders;
    // longest first: the working folder is often in the home folder
    Map<String, String> spelled = new TreeMap<>(LONGEST_FIRST);
    folders.forEach(
        (path, placeholder) ->
            // the path as it is, and as written in JSON strings and URLs
            Stream.of(
                    path,
                    path.replace("\\", "\\\\"),
                    path.replace('\\', '/'),
                    path.replace("/", "\\/"),
                    path.replace("/", "%2F"),
                    path.replace("/", "%2f"))
                .forEach(spelling -> spelled.putIfAbsent(spelling, placeholder)));
    spelled.forEach(
        (path, placeholder) ->
            this.placeholdersByFolder.put(compile(FOLDER_TEMPLATE, path, 0), placeholder));
  }

  static Pattern hostPattern(String name) {
    return compile(WORD_TEMPLATE + OPTIONAL_DOMAIN, name, Pattern.CASE_INSENSITIVE);
  }

  static Pattern userPattern(String name) {
    return compile(WORD_TEMPLATE, name, 0);
  }

  private static Pattern compile(String pattern, String name, int flags) {
    return Pattern.compile(
        pattern.replace("LETTER", "[\\p{L}\\p{N}]").replace("NAME", Pattern.quote(name)), flags);
  }

  String redactFolders(String text) {
    String redacted = text;
    for (Map.Entry<Pattern, String> folder : placeholdersByFolder.entrySet()) {
      redacted = folder.getKey().matcher(redacted).replaceAll(folder.getValue());
    }
    return redacted.contains("home") || redacted.contains("Users") || redacted.contains(":\\")
        ? HOME_FOLDER
            .matcher(redacted)
            .replaceAll(
                match ->
                    Matcher.quoteReplacement(
                        Placeholders.isPlaceholder(match.group(4))
                            ? match.group()
                            : match.group(1) + placeholders.userPlaceholder(match.group(4))))
        : redacted;
  }

  String redact(String text) {
    String redacted = text;
    String lower = text.toLowerCase(Locale.ROOT);
    for (Map.Entry<String, Pattern> host : placeholders.hostPatterns.entrySet()) {
      if (lower.contains(host.getKey().toLowerCase(Locale.ROOT))) {
        redacted =
            host.getValue()
                .matcher(redacted)
                .replaceAll(match -> placeholders.nodePlaceholder(host.getKey()));
      }
    }
    for (Map.Entry<String, Pattern> user : placeholders.userPatterns.entrySet()) {
      if (text.contains(user.getKey())) {
        redacted =
            user.getValue()
                .matcher(redacted)
                .replaceAll(match -> placeholders.userPlaceholder(user.getKey()));
      }
    }
    return redacted;
  }
}
