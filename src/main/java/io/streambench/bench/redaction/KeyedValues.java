package io.streambench.bench.redaction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Redacts values whose key, before {@code =} or {@code :}, indicates a secret, user or host. */
record KeyedValues(Placeholders placeholders, Hosts hosts, Set<String> ownUsers) {
  private static final Pattern HARMLESS_VALUE =
      Pattern.compile("(?i)null|none|true|false|unknown|n/a|[^\\p{L}]*");
  private static final Pattern PORT_NUMBER = Pattern.compile("[1-9][0-9]{1,4}");
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("[\\p{L}][A-Za-z0-9._-]{0,252}:[0-9]{1,5}(?:,.*)?");

  /** The part after the host in Solr's node names, such as {@code localhost:8983_solr}. */
  private static final Pattern PORT_OF_NODE = Pattern.compile("[0-9]{1,5}_.*");

  private static final Pattern IPV6_START = Pattern.compile("[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:.*");
  private static final Set<String> SCHEMES = Set.of("basic", "bearer", "digest", "negotiate");

  /** A key, quoted or not, and the separator after it, which may be percent-encoded. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?:(?<![A-Za-z0-9._-])|(?<=%3[ADad]))([A-Za-z0-9._-]++)(?:\\\\*+[\"']|%2[27])?+[ "
              + "\t]{0,9}+(?:[=:][=>]?+|(%3[ADad]))[ \t]{0,9}+(?:\\\\\\\\)*+");

  /** A value in quotes, also within a JSON string, or an object or list up to the line's end. */
  private static final String QUOTED =
      "(?s)\"((?:[^\"\\\\]|\\\\.)*+)|\\\\\"((?:[^\"\\\\]|\\\\[^\"])*+)|'([^']*+)|([{\\[].*+)|";

  /** A quoted value, or a word up to a tag or a placeholder such as {@code <tmp>}. */
  private static final Pattern SECRET_VALUE =
      Pattern.compile(
          QUOTED
              + "((?:[^\\x00- \"'<\\\\]|<(?!/|[A-Za-z]{1,19}[>"
              + " /])|\\\\(?![\"'])|[\"'](?=[A-Za-z0-9]))*+)");

  private static final Pattern HEADER_VALUE = Pattern.compile(QUOTED + "([^\\r]*+)");

  /** A percent-encoded value up to an encoded {@code &} or quote (encoded twice inside). */
  private static final Pattern ENCODED_VALUE =
      Pattern.compile("(?:%2[27]|\"|')?+((?:(?!%2[267])[^\\x00- \"'<&])*+)");

  /** A value that is not a secret, such as a user or host. In quotes, it may contain blanks. */
  private static final Pattern NAME_VALUE =
      Pattern.compile(
          "(?:\\[ {0,2}+)?+(?:(?:\\\\?[\"'])((?:[^X\\x00- ]| (?! )){1,2000}+)(?=[\\\\\"'/])|(?:\\\\?[\"']|%2[27])?+((?:(?!ESCAPE)[^X\\x00- ]){1,2000}+))"
              .replace("X", ";()\\[\\]{}|&<>=/\\\\\"'`")
              .replace("ESCAPE", "%(?:2[026789Ff]|3[BDFbdf]|[57][BDbd])"));

  String redact(String text) {
    StringBuilder out = new StringBuilder();
    int copied = 0;
    Matcher key = KEY.matcher(text);
    for (int at = 0; key.find(at); ) {
      at = key.end();
      Key kind = Key.of(key.group(1));
      if (kind == null) {
        continue;
      }
      boolean secret = kind == Key.SECRET || kind == Key.HEADER;
      Pattern pattern =
          !secret
              ? NAME_VALUE
              : key.group(2) != null
                  ? ENCODED_VALUE
                  : kind == Key.HEADER ? HEADER_VALUE : SECRET_VALUE;
      Matcher value = pattern.matcher(text).region(at, text.length());
      if (!value.lookingAt()) {
        continue;
      }
      int group = 1;
      while (value.start(group) < 0) {
        group++;
      }
      int from = value.start(group);
      int to =
          group < value.groupCount() ? value.end(group) : endOfValue(text, key, from, value.end());
      if (!secret) {
        to = endOfName(text, from, to);
      }
      String found = text.substring(from, to);
      String replaced = found.isEmpty() ? found : replace(kind, found);
      if (!replaced.equals(found)) {
        out.append(text, copied, from).append(replaced);
        copied = to;
        at = to;
      }
    }
    return copied == 0 ? text : out.append(text, copied, text.length()).toString();
  }

  /** The end of a name, before a final colon or the next key; {@code from} if the name is a key. */
  private static int endOfName(String text, int from, int end) {
    String value = text.substring(from, end);
    if (text.startsWith("=", end) || text.startsWith("%3D", end)) {
      return from + Math.max(0, value.lastIndexOf(','));
    }
    int colon = value.indexOf(':');
    if (colon < 0 || colon < value.length() - 1) {
      return end;
    }
    return Key.isKey(value.substring(0, colon)) ? from : end - 1;
  }

  /** The end of an unquoted value, before a query parameter or trailing bracket, comma or blank. */
  private static int endOfValue(String text, Matcher key, int from, int end) {
    boolean query = key.start() > 0 && "?&;".indexOf(text.charAt(key.start() - 1)) >= 0;
    int next = query ? text.indexOf('&', from) : -1;
    int to = next >= 0 && next < end ? next : end;
    while (to > from && ",;)}] ".indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return to;
  }

  private String replace(Key kind, String value) {
    boolean none = HARMLESS_VALUE.matcher(value).matches();
    return switch (kind) {
      case SECRET ->
          none && !value.chars().anyMatch(Character::isDigit) ? value : Placeholders.SECRET;
      case HEADER -> redactHeader(value);
      case HOST ->
          none || IPV6_START.matcher(value).matches() || PORT_OF_NODE.matcher(value).matches()
              ? value
              : hosts.redactList(value);
      case USER -> none || Placeholders.isPlaceholder(value) ? value : placeholders.user(value);
      case PORT -> PORT_NUMBER.matcher(value).matches() ? placeholders.port(value) : value;
      case ADDRESS -> ADDRESS_AND_PORT.matcher(value).matches() ? hosts.redactList(value) : value;
      case OWNER -> ownUsers.contains(value) ? placeholders.user(value) : value;
    };
  }

  /** Redacts a header's value, but keeps a known authentication scheme, which helps in support. */
  private static String redactHeader(String value) {
    int end = value.indexOf(' ');
    String scheme = end < 0 ? value : value.substring(0, end);
    boolean known = SCHEMES.contains(scheme.toLowerCase(Locale.ROOT));
    if (end < 0 && (known || HARMLESS_VALUE.matcher(value).matches())) {
      return value;
    }
    return known ? scheme + " " + Placeholders.SECRET : Placeholders.SECRET;
  }
}
