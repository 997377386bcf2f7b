package io.streambench.redaction;

import static io.streambench.redaction.Chars.digit;
import static io.streambench.redaction.Chars.digitAt;
import static io.streambench.redaction.Chars.digitsEnd;
import static io.streambench.redaction.Chars.letter;

import java.util.regex.Pattern;

/**
 * Addresses of the fourth version, with the port behind and the name before them. Versions have
 * three numbers, rarely four, and then they are replaced too.
 */
final class Ip4Addresses {
  private static final Pattern AMAZON =
      Pattern.compile("\\bip-[0-9]{1,3}(?:-[0-9]{1,3}){3}(?:\\.[a-z0-9-]{1,63}){0,5}");

  private final Placeholders placeholders;

  Ip4Addresses(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
    String redacted = numbers(text);
    return redacted.contains("ip-")
        ? AMAZON.matcher(redacted).replaceAll(hit -> placeholders.node(hit.group()))
        : redacted;
  }

  private String numbers(String text) {
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
