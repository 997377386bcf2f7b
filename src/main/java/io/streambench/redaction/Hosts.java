package io.streambench.redaction;

import static io.streambench.redaction.Chars.digitAt;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Host names where they show by what stands around them: in URLs, in lists. Addresses in numbers
 * have become placeholders before.
 */
final class Hosts {
  private static final int MAX_HOST = 253;
  private static final Pattern URL =
      Pattern.compile(
          "(?::(?:\\\\?/){2}(?:(?:\\\\?/){2})?+|%3[Aa]%2[Ff]%2[Ff])([A-Za-z0-9_][A-Za-z0-9._-]*+)(?:(:|%3[Aa])([0-9]{1,5}))?+");
  private static final Pattern NEXT =
      Pattern.compile("([A-Za-z0-9_][A-Za-z0-9._-]{0,252})(?:(:|%3[Aa])([0-9]{1,5})\\b)?");
  private static final Pattern UNRESOLVED =
      Pattern.compile("([A-Za-z0-9][A-Za-z0-9._-]{0,252})/<unresolved>:([0-9]{1,5})");

  /** Public domains, which are never redacted. */
  private static final Set<String> PUBLIC =
      Chars.words(
          """
          w3.org apache.org eclipse.org eclipse.dev openjdk.org java.net oracle.com
          sun.com github.com chartjs.org mozilla.org json-schema.org xml.org jcp.org
          rfc-editor.org ietf.org
          """);

  private final Placeholders placeholders;

  Hosts(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
    String redacted = text;
    if (redacted.contains("://") || redacted.contains(":\\/\\/") || redacted.contains("%2")) {
      redacted = urls(redacted);
    }
    if (redacted.contains("/<unresolved>:")) {
      redacted = unresolved(redacted);
    }
    return redacted;
  }

  /** All hosts of {@code a:1,b:2}, known to be such a list. */
  String list(String value) {
    StringBuilder out = new StringBuilder();
    int at = 0;
    Matcher next = NEXT.matcher(value);
    while (at < value.length()) {
      next.region(at, value.length());
      if (!next.lookingAt()) {
        break;
      }
      out.append(one(next));
      at = next.end();
      if (at >= value.length() || value.charAt(at) != ',') {
        break;
      }
      out.append(',');
      at++;
    }
    return out.append(value, at, value.length()).toString();
  }

  private String one(Matcher host) {
    String name = host.group(1);
    boolean number = name.chars().noneMatch(Chars::isLetter);
    // 10.0.0.1 is dealt with elsewhere; 4 is no host
    if (host.group(3) == null && (number || Placeholders.isPlaceholder(name))
        || number && name.indexOf('.') >= 0) {
      return host.group();
    }
    String node = placeholders.node(name);
    return host.group(3) == null ? node : node + host.group(2) + placeholders.port(host.group(3));
  }

  private String urls(String text) {
    StringBuilder out = new StringBuilder(text.length() + 64);
    int copied = 0;
    Matcher url = URL.matcher(text);
    while (copied <= text.length() && url.find(Math.max(copied, 0))) {
      int nameAt = url.start(1);
      if (text.startsWith("file:////", nameAt - "file:////".length())) {
        out.append(text, Math.max(copied, 0), url.end());
        copied = url.end();
        continue;
      }
      out.append(text, copied, nameAt);
      copied = url.end();
      String name = url.group(1);
      if (url.group(3) == null && (Placeholders.isPlaceholder(name) || isPublic(name))) {
        out.append(name);
        continue;
      }
      // a list, as of ZooKeepers, goes on behind the first
      int end = url.end();
      while (end < text.length() && end - nameAt < MAX_HOST * 20 && listChar(text.charAt(end))) {
        end++;
      }
      boolean isList = end > copied && text.charAt(copied) == ',' && digitAt(text, copied - 1);
      String rest = isList ? text.substring(copied + 1, end) : "";
      String node =
          name.chars().anyMatch(Chars::isLetter) || url.group(3) != null
              ? placeholders.node(name)
              : name;
      out.append(node);
      if (url.group(3) != null) {
        out.append(url.group(2)).append(placeholders.port(url.group(3)));
      }
      if (isList) {
        out.append(',').append(list(rest));
        copied = end;
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** The start of the name in {@code name/10.0.0.1:8983}; -1 if there is none. */
  static int nameBefore(String text, int start, int from) {
    int slash = start - 1;
    if (slash <= from || text.charAt(slash) != '/') {
      return -1;
    }
    int name = slash;
    while (name > from && slash - name < MAX_HOST && Chars.host(text.charAt(name - 1))) {
      name--;
    }
    while (name < slash && !Chars.letter(text.charAt(name))) {
      name++;
    }
    boolean path = name > 0 && text.charAt(name - 1) == '/';
    return name == slash || path || Placeholders.isPlaceholder(text.substring(name, slash))
        ? -1
        : name;
  }

  private static boolean listChar(char c) {
    return Chars.host(c) || c == '_' || c == ':' || c == ',';
  }

  private static boolean isPublic(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    for (String known : PUBLIC) {
      if (name.equals(known) || name.endsWith("." + known)) {
        return true;
      }
    }
    return false;
  }

  private String unresolved(String text) {
    return UNRESOLVED
        .matcher(text)
        .replaceAll(
            hit ->
                placeholders.node(hit.group(1))
                    + "/<unresolved>:"
                    + placeholders.port(hit.group(2)));
  }
}
