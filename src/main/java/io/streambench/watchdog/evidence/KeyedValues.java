package io.streambench.watchdog.evidence;

import static io.streambench.watchdog.evidence.Chars.digit;
import static io.streambench.watchdog.evidence.Chars.letter;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Values whose key says that they are a secret, a user or a host: {@code -Dx.password=...}, {@code
 * "owner" : "..."}, {@code Cookie: ...}, {@code zkHost=a:1,b:2/solr}. Looks at every {@code =} and
 * {@code :} once and at the key before it.
 */
final class KeyedValues {
  private static final int MAX_KEY = 80;
  private static final String[] SECRETS = {
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "pass",
    "secret",
    "token",
    "apikey",
    "api-key",
    "api_key",
    "accesskey",
    "access-key",
    "access_key",
    "accesskeyid",
    "privatekey",
    "private_key",
    "secretkey",
    "secret_key",
    "basicauth",
    "credential",
    "credentials",
    "signature",
    "sessionid",
    "session_id",
    "digestauth",
    "sig"
  };
  private static final String[] HEADERS = {
    "authorization", "cookie", "x-api-key", "x-auth-token", "solrauth", "solrauthv2"
  };
  private static final String[] USERS = {
    "user.name", "username", "user", "logname", "principal", "login"
  };
  private static final String[] HOSTS = {
    "host",
    "hostname",
    "computername",
    "connectstring",
    "authority",
    "quorum",
    "fqdn",
    "unknownhostexception",
    "servername"
  };
  private static final String[] PORTS = {"port"};
  private static final String[] ADDRESSES = {"local", "remote", "peer", "localaddr", "remoteaddr"};
  private static final Pattern NO_NAME =
      Pattern.compile("(?i)null|none|true|false|unknown|n/a|[^\\p{L}]*");
  private static final Pattern PORT_NUMBER = Pattern.compile("[1-9][0-9]{1,4}");
  private static final Pattern ADDRESS_AND_PORT =
      Pattern.compile("[\\p{L}][A-Za-z0-9._-]{0,252}:[0-9]{1,5}(?:,.*)?");
  private static final String[][][] BY_LAST_LETTER = {
    byLastLetter(SECRETS),
    byLastLetter(HEADERS),
    byLastLetter(USERS),
    byLastLetter(HOSTS),
    byLastLetter(PORTS),
    byLastLetter(ADDRESSES)
  };
  private static final Set<String> SCHEMES = Set.of("basic", "bearer", "digest", "negotiate");
  private static final String NAME_ENDS = ";()[]{}|&<>=/\\\"'`\t ";
  private static final int MAX_NAMES = 2_000;
  private static final int SECRET = 0;
  private static final int HEADER = 1;
  private static final int USER = 2;
  private static final int HOST = 3;
  private static final int PORT = 4;
  private static final int ADDRESS = 5;
  private static final int OWNER = 6;
  private static final int NOTHING = -1;

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
      int keyEnd = keyEnd(text, at);
      int keyStart = keyStart(text, keyEnd);
      int kind = keyStart == keyEnd ? NOTHING : kind(text, keyStart, keyEnd);
      if (kind == NOTHING) {
        continue;
      }
      boolean name = kind != SECRET && kind != HEADER;
      Value value =
          Value.of(
              text,
              at + 1,
              new Value.Place(
                  c == ':' && text.charAt(keyEnd) == '"',
                  quoted,
                  kind == HEADER,
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

  private String replace(int kind, String value) {
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
      default -> {
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

  /** What follows a name is none of it, and may be the next key. */
  private static int nameEnd(String text, Value value) {
    int end = value.from();
    int limit = Math.min(value.to(), end + MAX_NAMES);
    while (end < limit && NAME_ENDS.indexOf(text.charAt(end)) < 0) {
      end++;
    }
    return end;
  }

  /** Where a key ends whose separator is at {@code at}: blanks and a quote may be between. */
  private static int keyEnd(String text, int at) {
    int end = at;
    while (end > 0 && at - end < 3 && text.charAt(end - 1) == ' ') {
      end--;
    }
    if (end > 0 && (text.charAt(end - 1) == '"' || text.charAt(end - 1) == '\'')) {
      end--;
      while (end > 0 && text.charAt(end - 1) == '\\') {
        end--;
      }
    }
    return end;
  }

  private static int keyStart(String text, int end) {
    int start = end;
    while (start > 0 && end - start < MAX_KEY && keyChar(text.charAt(start - 1))) {
      start--;
    }
    return start;
  }

  private static boolean keyChar(char c) {
    return letter(c) || digit(c) || c == '.' || c == '_' || c == '-';
  }

  private static boolean queryParameter(String text, int keyStart) {
    return keyStart > 0 && "?&;".indexOf(text.charAt(keyStart - 1)) >= 0;
  }

  private static int kind(String text, int from, int to) {
    char last = Character.toLowerCase(text.charAt(to - 1));
    int letter = last - 'a';
    if (letter < 0 || letter >= 26) {
      return text.regionMatches(true, Math.max(from, to - 10), "solrauthv2", 0, 10)
          ? HEADER
          : NOTHING;
    }
    for (int kind = 0; kind < BY_LAST_LETTER.length; kind++) {
      for (String key : BY_LAST_LETTER[kind][letter]) {
        if (to - from >= key.length()
            && text.regionMatches(true, to - key.length(), key, 0, key.length())) {
          return kind;
        }
      }
    }
    return text.regionMatches(true, Math.max(from, to - 5), "owner", 0, 5) ? OWNER : NOTHING;
  }

  private static String[][] byLastLetter(String[] keys) {
    String[][] sorted = new String[26][];
    for (int letter = 0; letter < sorted.length; letter++) {
      String last = String.valueOf((char) ('a' + letter));
      sorted[letter] =
          java.util.Arrays.stream(keys).filter(key -> key.endsWith(last)).toArray(String[]::new);
    }
    return sorted;
  }
}
