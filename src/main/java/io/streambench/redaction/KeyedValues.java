package io.streambench.redaction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Values whose key says that they are a secret, a user or a host: {@code -Dx.password=...}, {@code
 * "owner" : "..."}, {@code Cookie: ...}, {@code zkHost=a:1,b:2/solr}. Looks at every {@code =} and
 * {@code :} once and at the key before it.
 */
final class KeyedValues {
  private static final Pattern NO_NAME =
      Pattern.compile("(?i)null|none|true|false|unknown|n/a|[^\\p{L}]*");
  private static final Pattern PORT_NUMBER = Pattern.compile("[1-9][0-9]{1,4}");
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("[\\p{L}][A-Za-z0-9._-]{0,252}:[0-9]{1,5}(?:,.*)?");
  private static final Set<String> SCHEMES = Set.of("basic", "bearer", "digest", "negotiate");
  private static final String NAME_ENDS = ";()[]{}|&<>=/\\\"'`\t ";
  private static final int MAX_NAMES = 2_000;
  private final Placeholders placeholders;
  private final Hosts hosts;
  private final Iterable<String> ownUsers;

  KeyedValues(Placeholders placeholders, Hosts hosts, Iterable<String> ownUsers) {
    this.placeholders = placeholders;
    this.hosts = hosts;
    this.ownUsers = ownUsers;
  }

  String redact(String text) {
    StringBuilder out = null;
    int copied = 0;
    boolean quoted = false;
    boolean escaped = false;
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      quoted ^= c == '"' && !escaped;
      escaped = c == '\\' && !escaped;
      if (c != '=' && c != ':' || at < copied) {
        continue;
      }
      int keyEnd = Key.end(text, at);
      int keyStart = Key.start(text, keyEnd);
      Key kind = Key.of(text, keyStart, keyEnd);
      if (kind == null) {
        continue;
      }
      boolean name = kind != Key.SECRET && kind != Key.HEADER;
      Value value =
          Value.of(
              text,
              name ? at + 1 : arrowEnd(text, at + 1),
              new Value.Place(
                  c == ':' && text.charAt(keyEnd) == '"',
                  quoted,
                  kind == Key.HEADER,
                  queryParameter(text, keyStart),
                  name ? at + MAX_NAMES : text.length()));
      int to = name ? nameEnd(text, value) : value.to();
      if (value.from() >= to) {
        continue;
      }
      String found = text.substring(value.from(), to);
      String replaced = replace(kind, found);
      if (!replaced.equals(found)) {
        out = out == null ? new StringBuilder(text.length() + 64) : out;
        out.append(text, copied, value.from());
        out.append(value.number() ? '"' + replaced + '"' : replaced);
        copied = to;
      }
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  private String replace(Key kind, String value) {
    return switch (kind) {
      case SECRET ->
          NO_NAME.matcher(value).matches() && !value.chars().anyMatch(Character::isDigit)
              ? value
              : Placeholders.SECRET;
      case HEADER -> header(value);
      case HOST -> host(value);
      case USER -> user(value);
      case PORT -> PORT_NUMBER.matcher(value).matches() ? placeholders.port(value) : value;
      case ADDRESS -> ADDRESS_AND_PORT.matcher(value).matches() ? hosts.list(value) : value;
      case OWNER -> {
        for (String own : ownUsers) {
          if (value.equals(own)) {
            yield placeholders.user(value);
          }
        }
        yield value;
      }
    };
  }

  /** The scheme of an Authorization says something to those who help; its parameter does not. */
  private static String header(String value) {
    int end = value.indexOf(' ');
    String scheme = end < 0 ? value : value.substring(0, end);
    boolean known = SCHEMES.contains(scheme.toLowerCase(Locale.ROOT));
    if (end < 0 && (known || NO_NAME.matcher(value).matches())) {
      return value;
    }
    return known ? scheme + " " + Placeholders.SECRET : Placeholders.SECRET;
  }

  private String user(String name) {
    boolean none = NO_NAME.matcher(name).matches() || Placeholders.isPlaceholder(name);
    return none ? name : placeholders.user(name);
  }

  private String host(String value) {
    return NO_NAME.matcher(value).matches() ? value : hosts.list(value);
  }

  /**
   * Finds the end of a name. The text behind it is no part of the name, and may be the next key.
   */
  private static int nameEnd(String text, Value value) {
    int end = value.from();
    int limit = Math.min(value.to(), end + MAX_NAMES);
    while (end < limit && NAME_ENDS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** Behind the second character of {@code =>} and {@code :=}. */
  private static int arrowEnd(String text, int at) {
    boolean two = at < text.length() && (text.charAt(at) == '>' || text.charAt(at) == '=');
    return two ? at + 1 : at;
  }

  private static boolean queryParameter(String text, int keyStart) {
    return keyStart > 0 && "?&;".indexOf(text.charAt(keyStart - 1)) >= 0;
  }
}
