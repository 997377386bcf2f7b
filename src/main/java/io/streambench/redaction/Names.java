package io.streambench.redaction;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.function.UnaryOperator;
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
  private static final int MAX_DOMAIN = 100;
  private static final Pattern HOME =
      Pattern.compile(
          "((?:(?<slash>/|\\\\/|%2F)(?:home|Users)\\k<slash>"
              + "|(?<back>\\\\{1,2})(?i:Users|Documents and Settings)\\k<back>))"
              + "([^\\s/\\\\\"'<>:;,|()\\[\\]{}&%?*=`]{1,64}(?: [^\\s/\\\\\"'<>:;,|]{1,32}(?=\\\\))?)");

  private final Placeholders placeholders;
  private final Map<String, List<String>> spellings = new HashMap<>();
  private final List<String> hosts;
  private final List<String> users;
  private final Map<String, String> folders = new LinkedHashMap<>();

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
        .forEach(path -> folders.put(path, spelled.get(path)));
  }

  private static List<String> distinctive(Collection<String> names) {
    return names.stream().filter(Secrets::distinctive).sorted(LONGEST_FIRST).toList();
  }

  String redactFolders(String text) {
    String redacted = text;
    for (Map.Entry<String, String> folder : folders.entrySet()) {
      String line = redacted;
      String path = folder.getKey();
      redacted = replace(line, path, at -> folderEnd(line, at, path), found -> folder.getValue());
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
    for (List<String> some : List.of(hosts, placeholders.learnedHosts())) {
      for (String host : some) {
        for (String spelling : spellings.computeIfAbsent(host, Names::spellings)) {
          redacted = word(redacted, spelling, true, placeholders::node);
        }
      }
    }
    for (String host : LOOPBACK) {
      redacted = word(redacted, host, false, placeholders::node);
    }
    for (List<String> some : List.of(users, placeholders.learnedUsers())) {
      for (String user : some) {
        redacted = word(redacted, user, false, placeholders::user);
      }
    }
    return redacted;
  }

  private static List<String> spellings(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String capital = Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
    return Stream.of(host, lower, host.toUpperCase(Locale.ROOT), capital).distinct().toList();
  }

  private static String word(
      String text, String name, boolean withDomain, UnaryOperator<String> placeholder) {
    return replace(text, name, at -> wordEnd(text, at, name, withDomain), placeholder);
  }

  /** Replaces a name; {@code ends} gives where, or -1 if it is part of another word. */
  private static String replace(
      String text, String name, IntUnaryOperator ends, UnaryOperator<String> placeholder) {
    int at = text.indexOf(name);
    if (at < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    while (at >= 0) {
      int end = ends.applyAsInt(at);
      if (end >= 0) {
        out.append(text, copied, at).append(placeholder.apply(name));
        copied = end;
      }
      at = text.indexOf(name, Math.max(end, at + name.length()));
    }
    return out.append(text, copied, text.length()).toString();
  }

  private static int folderEnd(String text, int at, String path) {
    int end = at + path.length();
    boolean goesOn =
        Chars.wordAt(text, end)
            || text.startsWith("-", end)
            || text.startsWith("_", end)
            || text.startsWith(".", end) && Chars.wordAt(text, end + 1);
    return goesOn || Chars.wordAt(text, at - 1) && text.charAt(at) == '/' ? -1 : end;
  }

  private static int wordEnd(String text, int at, String name, boolean withDomain) {
    int end = at + name.length();
    boolean begins = !Chars.wordAt(text, at - 1) || Chars.escapeEnds(text, at);
    if (!begins || Chars.wordAt(text, end) || packagePart(text, at, end)) {
      return -1;
    }
    return withDomain ? domainEnd(text, end) : end;
  }

  /** Returns whether the word is part of a Java package: dots and words on both sides. */
  private static boolean packagePart(String text, int at, int end) {
    return text.startsWith(".", at - 1)
        && Chars.wordAt(text, at - 2)
        && text.startsWith(".", end)
        && Chars.letterAt(text, end + 1);
  }

  /** Behind {@code .example.com}, which tells as much as the name before it. */
  private static int domainEnd(String text, int end) {
    int at = end;
    while (at - end < MAX_DOMAIN && text.startsWith(".", at) && Chars.letterAt(text, at + 1)) {
      at++;
      while (Chars.wordAt(text, at) || text.startsWith("-", at)) {
        at++;
      }
    }
    return at;
  }
}
