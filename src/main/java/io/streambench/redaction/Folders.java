package io.streambench.redaction;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Paths that tell whose machine it is: the known folders, and everybody's home. */
final class Folders {
  private static final Pattern HOME =
      Pattern.compile(
          "(?:(?<slash>/|\\\\/|%2F)(?:home|Users)\\k<slash>"
              + "|(?<back>\\\\{1,2})(?i:Users|Documents and Settings)\\k<back>)"
              + "([^\\s/\\\\\"'<>:;,|()\\[\\]{}&%?*=`]{1,64}(?: [^\\s/\\\\\"'<>:;,|]{1,32}(?=\\\\))?)");

  private final Placeholders placeholders;
  private final List<Known> known = new ArrayList<>();

  private record Known(String path, String placeholder) {}

  Folders(Map<String, String> folders, Placeholders placeholders) {
    this.placeholders = placeholders;
    folders.forEach(
        (path, placeholder) ->
            spellings(path).forEach(spelled -> known.add(new Known(spelled, placeholder))));
    // the working folder is often in the home folder
    known.sort(
        Comparator.comparingInt((Known folder) -> folder.path.length())
            .reversed()
            .thenComparing(Known::path));
  }

  /** The path as it is, and its spellings in JSON strings and URLs. */
  private static Set<String> spellings(String path) {
    Set<String> spellings = new LinkedHashSet<>();
    spellings.add(path);
    spellings.add(path.replace("\\", "\\\\"));
    spellings.add(path.replace('\\', '/'));
    spellings.add(path.replace("/", "\\/"));
    spellings.add(path.replace("/", "%2F"));
    return spellings;
  }

  String redact(String text) {
    String redacted = text;
    for (Known folder : known) {
      redacted = replace(redacted, folder);
    }
    if (redacted.contains("home") || redacted.contains("Users") || redacted.contains(":\\")) {
      redacted =
          HOME.matcher(redacted)
              .replaceAll(
                  hit -> {
                    String name = hit.group(3);
                    if (Placeholders.isPlaceholder(name)) {
                      return Matcher.quoteReplacement(hit.group());
                    }
                    String before = hit.group().substring(0, hit.group().length() - name.length());
                    return Matcher.quoteReplacement(before + placeholders.user(name));
                  });
    }
    return redacted;
  }

  private static String replace(String text, Known folder) {
    int at = text.indexOf(folder.path);
    if (at < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    while (at >= 0) {
      int end = at + folder.path.length();
      if (!nameGoesOn(text, end) && !nameBefore(text, at)) {
        out.append(text, copied, at).append(folder.placeholder);
        copied = end;
      }
      at = text.indexOf(folder.path, end);
    }
    return out.append(text, copied, text.length()).toString();
  }

  private static boolean nameGoesOn(String text, int end) {
    if (end >= text.length()) {
      return false;
    }
    char next = text.charAt(end);
    return Chars.word(next)
        || next == '-'
        || next == '_'
        || next == '.' && Chars.wordAt(text, end + 1);
  }

  private static boolean nameBefore(String text, int at) {
    return Chars.wordAt(text, at - 1) && text.charAt(at) == '/';
  }
}
