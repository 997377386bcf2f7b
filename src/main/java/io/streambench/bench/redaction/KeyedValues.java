package io.streambench.bench.redaction;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A redactor of the values in {@code key=value} or {@code key: value} if the key indicates a
 * secret, a user or a host.
 */
record KeyedValues(Placeholders placeholders, HostRedactor hostRedactor, Set<String> ownUsers) {
  private static final Pattern HARMLESS_VALUE =
      Pattern.compile("(?i)null|none|true|false|unknown|n/a|[^\\p{L}]*");
  private static final Pattern PORT_NUMBER = Pattern.compile("[1-9][0-9]{1,4}");
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("[\\p{L}][A-Za-z0-9._-]{0,252}:[0-9]{1,5}(?:,.*)?");

  /** The port and context of a Solr node name such as {@code localhost:8983_solr}. */
  private static final Pattern PORT_OF_NODE = Pattern.compile("[0-9]{1,5}_.*");

  private static final Pattern IPV6_START = Pattern.compile("[0-9A-Fa-f]*+:[0-9A-Fa-f]*+:.*");
  private static final Set<String> AUTHENTICATION_SCHEMES =
      Set.of("basic", "bearer", "digest", "negotiate");

  /** A key, quoted or not, and the separator after it, which may be percent-encoded. */
  private static final Pattern KEY_AND_SEPARATOR =
      Pattern.compile(
          "(?:(?<![A-Za-z0-9._-])|(?<=%3[ADad]))([A-Za-z0-9._-]++)(?:\\\\*+[\"']|%2[27])?+[ "
              + "\t]{0,9}+(?:[=:][=>]?+|(%3[ADad]))[ \t]{0,9}+(?:\\\\\\\\)*+");

  /** A value in quotes, which may be escaped, or the text from a bracket to the line's end. */
  private static final String QUOTED_VALUE =
      "(?s)\"((?:[^\"\\\\]|\\\\.)*+)|\\\\\"((?:[^\"\\\\]|\\\\[^\"])*+)|'([^']*+)|([{\\[].*+)|";

  /** A value in quotes, or a word that ends before a tag or placeholder such as {@code <tmp>}. */
  private static final Pattern SECRET_VALUE =
      Pattern.compile(
          QUOTED_VALUE
              + "((?:[^\\x00- \"'<\\\\]|<(?!/|[A-Za-z]{1,19}[>"
              + " /])|\\\\(?![\"'])|[\"'](?=[A-Za-z0-9]))*+)");

  private static final Pattern HEADER_VALUE = Pattern.compile(QUOTED_VALUE + "([^\\r]*+)");

  /** A percent-encoded value, which ends before the next encoded {@code &} or quote. */
  private static final Pattern ENCODED_VALUE =
      Pattern.compile("(?:%2[27]|\"|')?+((?:(?!%2[267])[^\\x00- \"'<&])*+)");

  /** A value that is not a secret, such as a user or host. In quotes, it may contain spaces. */
  private static final Pattern NAME_VALUE =
      Pattern.compile(
          "(?:\\[ {0,2}+)?+(?:(?:\\\\?[\"'])((?:[^X\\x00- ]| (?! )){1,2000}+)(?=[\\\\\"'/])|(?:\\\\?[\"']|%2[27])?+((?:(?!ESCAPE)[^X\\x00- ]){1,2000}+))"
              .replace("X", ";()\\[\\]{}|&<>=/\\\\\"'`")
              .replace("ESCAPE", "%(?:2[026789Ff]|3[BDFbdf]|[57][BDbd])"));

  String redact(String text) {
    StringBuilder out = new StringBuilder();
    int copied = 0;
    Matcher key = KEY_AND_SEPARATOR.matcher(text);
    for (int at = 0; key.find(at); ) {
      at = key.end();
      KeyKind kind = KeyKind.of(key.group(1));
      if (kind == null) {
        continue;
      }
      boolean isSecret = kind == KeyKind.SECRET || kind == KeyKind.HEADER;
      Pattern pattern =
          !isSecret
              ? NAME_VALUE
              : key.group(2) != null
                  ? ENCODED_VALUE
                  : kind == KeyKind.HEADER ? HEADER_VALUE : SECRET_VALUE;
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
      if (!isSecret) {
        to = endOfName(text, from, to);
      }
      String found = text.substring(from, to);
      String replaced = found.isEmpty() ? found : redactValue(kind, found);
      if (!replaced.equals(found)) {
        out.append(text, copied, from).append(replaced);
        copied = to;
        at = to;
      }
    }
    return copied == 0 ? text : out.append(text, copied, text.length()).toString();
  }

  /** Returns the index after the name at {@code from}, or {@code from} if a key begins there. */
  private static int endOfName(String text, int from, int end) {
    String value = text.substring(from, end);
    if (text.startsWith("=", end) || text.startsWith("%3D", end)) {
      return from + Math.max(0, value.lastIndexOf(','));
    }
    int colon = value.indexOf(':');
    if (colon < 0 || colon < value.length() - 1) {
      return end;
    }
    return KeyKind.isKey(value.substring(0, colon)) ? from : end - 1;
  }

  /** Returns the index after an unquoted value, without final punctuation and query parameters. */
  private static int endOfValue(String text, Matcher key, int from, int end) {
    boolean isQueryParameter = key.start() > 0 && "?&;".indexOf(text.charAt(key.start() - 1)) >= 0;
    int next = isQueryParameter ? text.indexOf('&', from) : -1;
    int to = next >= 0 && next < end ? next : end;
    while (to > from && ",;)}] ".indexOf(text.charAt(to - 1)) >= 0) {
      to--;
    }
    return to;
  }

  private String redactValue(KeyKind kind, String value) {
    boolean isPlain = HARMLESS_VALUE.matcher(value).matches();
    return switch (kind) {
      case SECRET ->
          isPlain && !value.chars().anyMatch(Character::isDigit) ? value : Placeholders.SECRET;
      case HEADER -> redactHeader(value);
      case HOST ->
          isPlain || IPV6_START.matcher(value).matches() || PORT_OF_NODE.matcher(value).matches()
              ? value
              : hostRedactor.redactList(value);
      case USER ->
          isPlain || Placeholders.isPlaceholder(value)
              ? value
              : placeholders.userPlaceholder(value);
      case PORT ->
          PORT_NUMBER.matcher(value).matches() ? placeholders.portPlaceholder(value) : value;
      case ADDRESS ->
          ADDRESS_AND_PORT.matcher(value).matches() ? hostRedactor.redactList(value) : value;
      case OWNER -> ownUsers.contains(value) ? placeholders.userPlaceholder(value) : value;
    };
  }

  /** Redacts the value of an HTTP header, but keeps a standard authentication scheme. */
  private static String redactHeader(String value) {
    int end = value.indexOf(' ');
    String scheme = end < 0 ? value : value.substring(0, end);
    boolean isKnown = AUTHENTICATION_SCHEMES.contains(scheme.toLowerCase(Locale.ROOT));
    if (end < 0 && (isKnown || HARMLESS_VALUE.matcher(value).matches())) {
      return value;
    }
    return isKnown ? scheme + " " + Placeholders.SECRET : Placeholders.SECRET;
  }
}
