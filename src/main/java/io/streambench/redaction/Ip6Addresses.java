package io.streambench.redaction;

import static io.streambench.redaction.Chars.digit;
import static io.streambench.redaction.Chars.digitAt;
import static io.streambench.redaction.Chars.digitsEnd;
import static io.streambench.redaction.Chars.hex;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of the sixth version, which have seven colons or a double one; times have two. In
 * brackets or not, with a zone or a port behind them.
 */
final class Ip6Addresses {
  private static final String H = "[0-9A-Fa-f]{1,4}";
  private static final String V4 = "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}";
  private static final Pattern V6 =
      Pattern.compile(
          ("((?:H:){7}H|(?:H:){6}V4|(?:H(?::H){0,6})?::(?:H(?::H){0,6}(?::V4)?|V4)?)")
              .replace("V4", V4)
              .replace("H", H));
  private static final Pattern V6_FULL_AND_PORT =
      Pattern.compile("((?:H:){7}H):([0-9]{1,5})".replace("H", H));
  private static final int MAX_V6 = 60;

  private final Placeholders placeholders;

  Ip6Addresses(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
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
        V6Hit hit = v6(text, start, end, copied);
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

  private V6Hit v6(String text, int start, int end, int from) {
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
          String port = text.substring(after + 2, portEnd);
          int name = Hosts.nameBefore(text, start - 1, from);
          return name < 0
              ? new V6Hit(start - 1, portEnd, with(run, port))
              : new V6Hit(
                  name,
                  portEnd,
                  placeholders.node(text.substring(name, start - 2), run)
                      + ":"
                      + placeholders.port(port));
        }
      }
    }
    // an address with a zone has no other way to be followed by a port
    if (after > last && text.startsWith(":", after) && digitAt(text, after + 1)) {
      int portEnd = digitsEnd(text, after + 1);
      return new V6Hit(start, portEnd, with(run, text.substring(after + 1, portEnd)));
    }
    int name = Hosts.nameBefore(text, start, from);
    // without a port, name and address are what brackets hold; else it may be a path
    return name > 0 && text.charAt(name - 1) == '[' && text.startsWith("]", after)
        ? new V6Hit(name, after, placeholders.node(text.substring(name, start - 1), run))
        : new V6Hit(start, after, placeholders.node(run));
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
}
