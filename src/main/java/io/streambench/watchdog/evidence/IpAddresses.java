package io.streambench.watchdog.evidence;

import static io.streambench.watchdog.evidence.Chars.digit;
import static io.streambench.watchdog.evidence.Chars.digitAt;
import static io.streambench.watchdog.evidence.Chars.digitsEnd;
import static io.streambench.watchdog.evidence.Chars.hex;
import static io.streambench.watchdog.evidence.Chars.letter;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses in numbers, with their ports. Times have two colons and an address of the sixth version
 * seven or a double one; versions have three numbers, rarely four, and then they are replaced too.
 */
final class IpAddresses {
  private static final String H = "[0-9A-Fa-f]{1,4}";
  private static final String V4 = "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}";
  private static final Pattern V6 =
      Pattern.compile(
          ("((?:H:){7}H|(?:H:){6}V4|(?:H(?::H){0,6})?::(?:H(?::H){0,6}(?::V4)?|V4)?)")
              .replace("V4", V4)
              .replace("H", H));
  private static final Pattern V6_FULL_AND_PORT =
      Pattern.compile("((?:H:){7}H):([0-9]{1,5})".replace("H", H));
  private static final Pattern AMAZON =
      Pattern.compile("\\bip-[0-9]{1,3}(?:-[0-9]{1,3}){3}(?:\\.[a-z0-9-]{1,63}){0,5}");
  private static final int MAX_V6 = 60;

  private final Placeholders placeholders;

  IpAddresses(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
    String redacted = sixth(text);
    redacted = fourth(redacted);
    return redacted.contains("ip-")
        ? AMAZON.matcher(redacted).replaceAll(hit -> placeholders.node(hit.group()))
        : redacted;
  }

  private String sixth(String text) {
    StringBuilder out = null;
    int copied = 0;
    int colon = text.indexOf(':');
    while (colon >= 0) {
      int start = colon;
      while (start > copied && hex(text.charAt(start - 1))) {
        start--;
      }
      int end = colon;
      int colons = 0;
      while (end < text.length() && v6Char(text.charAt(end))) {
        colons += text.charAt(end) == ':' ? 1 : 0;
        end++;
      }
      int next = end;
      boolean bounded =
          colons >= 2
              && end - start <= MAX_V6
              && !Chars.wordAt(text, start - 1)
              && !(start > 0 && text.charAt(start - 1) == '_')
              && !Chars.wordAt(text, end)
              && !Placeholders.numberAt(text, start);
      if (bounded) {
        V6Hit hit = v6(text, start, end);
        if (hit != null) {
          out = out == null ? new StringBuilder(text.length() + 64) : out;
          out.append(text, copied, hit.start).append(hit.placeholder);
          copied = hit.end;
          next = Math.max(hit.end, end);
        }
      }
      colon = text.indexOf(':', Math.max(next, colon + 1));
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  private record V6Hit(int start, int end, String placeholder) {}

  private V6Hit v6(String text, int start, int end) {
    int last = end;
    while (last > start && text.charAt(last - 1) == '.') {
      last--;
    }
    boolean bracket = start > 0 && text.charAt(start - 1) == '[';
    if (!bracket
        && last - start > 2
        && text.charAt(last - 1) == ':'
        && text.charAt(last - 2) != ':') {
      last--; // "fe80::1: no route"
    }
    String run = text.substring(start, last);
    Matcher full = V6_FULL_AND_PORT.matcher(run);
    if (full.matches()) {
      return new V6Hit(start, last, with(full.group(1), full.group(2)));
    }
    boolean noDigit = run.chars().noneMatch(c -> digit((char) c));
    if (!V6.matcher(run).matches() || noDigit && !bracket) {
      return null;
    }
    int after = zoneEnd(text, last);
    if (bracket && after < text.length() && text.charAt(after) == ']') {
      if (after + 1 < text.length() && text.charAt(after + 1) == ':' && digitAt(text, after + 2)) {
        int portEnd = digitsEnd(text, after + 2);
        if (portEnd - after - 2 <= 5 && Chars.portEnds(text, portEnd)) {
          return new V6Hit(start - 1, portEnd, with(run, text.substring(after + 2, portEnd)));
        }
      }
    }
    // an address with a zone has no other way to be followed by a port
    if (after > last && text.startsWith(":", after) && digitAt(text, after + 1)) {
      int portEnd = digitsEnd(text, after + 1);
      return new V6Hit(start, portEnd, with(run, text.substring(after + 1, portEnd)));
    }
    return new V6Hit(start, after, placeholders.node(run));
  }

  private String with(String host, String port) {
    return placeholders.node(host) + ":" + placeholders.port(port);
  }

  private static boolean v6Char(char c) {
    return hex(c) || c == ':' || c == '.';
  }

  /** Behind a zone such as {@code %eth0}. */
  private static int zoneEnd(String text, int at) {
    if (at >= text.length() || text.charAt(at) != '%') {
      return at;
    }
    int end = at + 1;
    while (end < text.length() && end - at < 20 && zoneChar(text.charAt(end))) {
      end++;
    }
    return end > at + 1 ? end : at;
  }

  private static boolean zoneChar(char c) {
    return Chars.word(c) || c == '-' || c == '_';
  }

  private String fourth(String text) {
    StringBuilder out = null;
    int copied = 0;
    int dot = text.indexOf('.');
    while (dot >= 0) {
      int next = dot + 1;
      int start = octetStart(text, dot, copied);
      int end = start < 0 ? -1 : fourOctetsEnd(text, start);
      if (end > 0 && !version(text, start, end)) {
        String address = text.substring(start, end);
        boolean socket = text.startsWith(":", end) && digitAt(text, end + 1);
        int nameStart = socket ? nameBefore(text, start, copied) : -1;
        out = out == null ? new StringBuilder(text.length() + 64) : out;
        if (nameStart < 0) {
          out.append(text, copied, start).append(placeholders.node(address));
        } else {
          out.append(text, copied, nameStart)
              .append(placeholders.node(text.substring(nameStart, start - 1), address));
        }
        copied = port(text, end, out);
        next = copied;
      } else if (start >= 0) {
        next = Math.max(next, runEnd(text, dot));
      }
      dot = text.indexOf('.', next);
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  /** Start of the one to three digits before the dot, if nothing like a number is before them. */
  private static int octetStart(String text, int dot, int from) {
    int start = dot;
    while (start > from && dot - start < 4 && digit(text.charAt(start - 1))) {
      start--;
    }
    boolean goesOn = start > 0 && text.charAt(start - 1) == '.' && digitAt(text, start - 2);
    return start == dot || dot - start > 3 || goesOn ? -1 : start;
  }

  private static int fourOctetsEnd(String text, int start) {
    int at = start;
    for (int octet = 0; octet < 4; octet++) {
      if (octet > 0) {
        if (at >= text.length() || text.charAt(at) != '.') {
          return -1;
        }
        at++;
      }
      int end = digitsEnd(text, at);
      if (end == at || end - at > 3 || Integer.parseInt(text, at, end, 10) > 255) {
        return -1;
      }
      at = end;
    }
    boolean goesOn = at < text.length() && text.charAt(at) == '.' && digitAt(text, at + 1);
    return goesOn ? -1 : at;
  }

  private static int runEnd(String text, int at) {
    int end = at;
    while (end < text.length() && (digit(text.charAt(end)) || text.charAt(end) == '.')) {
      end++;
    }
    return end;
  }

  /** {@code version 1.1.10.8}, {@code snappy-java-1.1.10.8.jar}. */
  private static boolean version(String text, int start, int end) {
    return text.startsWith(".jar", end) || text.startsWith("version ", start - 8);
  }

  /** Where the name begins in {@code name/10.0.0.1:8983}; -1 if there is none. */
  private static int nameBefore(String text, int start, int from) {
    int slash = start - 1;
    if (slash <= from || text.charAt(slash) != '/') {
      return -1;
    }
    int name = slash;
    while (name > from && slash - name < 253 && Chars.host(text.charAt(name - 1))) {
      name--;
    }
    while (name < slash && !letter(text.charAt(name))) {
      name++;
    }
    boolean path = name > 0 && text.charAt(name - 1) == '/';
    String found = text.substring(name, slash);
    return name == slash || path || Placeholders.isPlaceholder(found) ? -1 : name;
  }

  /** Appends the port that follows, as {@code :8983} or in Solr's way, and tells where it ends. */
  private int port(String text, int end, StringBuilder out) {
    int digits;
    if (text.startsWith(":", end) || text.startsWith("_", end)) {
      digits = end + 1;
    } else if (text.startsWith("%3A", end)) {
      digits = end + 3;
    } else {
      return end;
    }
    int portEnd = digitsEnd(text, digits);
    if (portEnd == digits || portEnd - digits > 5 || !Chars.portEnds(text, portEnd)) {
      return end;
    }
    out.append(text, end, digits).append(placeholders.port(text.substring(digits, portEnd)));
    return portEnd;
  }
}
