package io.streambench.redaction;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Addresses of the fourth version, with the port behind and the name before them. Versions have
 * three numbers, rarely four, and then they are replaced too.
 */
final class Ip4Addresses {
  private static final String OCTET = "(?:25[0-5]|2[0-4][0-9]|[01][0-9]{2}|[0-9]{1,2})";

  /** Neither {@code version 1.1.10.8} nor {@code snappy-java-1.1.10.8.jar}. */
  private static final Pattern ADDRESS =
      Pattern.compile(
          "(?=[0-9]{1,3}\\.)(?:(?<![0-9])|(?<=%[0-9A-Fa-f]{2}))(?<![0-9]\\.)(?<!version )(?:OCTET\\.){3}OCTET(?!\\.?[0-9]|\\.jar)"
              .replace("OCTET", OCTET));

  private static final Pattern PORT = Pattern.compile("(:|_|%3[Aa])([0-9]{1,5}+)");
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
    if (!dotsBetweenDigits(text)) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length() + 64);
    int copied = 0;
    Matcher address = ADDRESS.matcher(text);
    Matcher port = PORT.matcher(text);
    while (address.find()) {
      int end = address.end();
      boolean socket = text.startsWith(":", end) && Chars.digitAt(text, end + 1);
      int name = Hosts.nameBefore(text, address.start(), copied);
      // without a port, name and address are what brackets hold; else it may be a path
      boolean both = name > 0 && text.charAt(name - 1) == '[' && text.startsWith("]", end);
      name = socket || both ? name : -1;
      if (name < 0) {
        out.append(text, copied, address.start()).append(placeholders.node(address.group()));
      } else {
        String named = text.substring(name, address.start() - 1);
        out.append(text, copied, name).append(placeholders.node(named, address.group()));
      }
      copied = end;
      if (port.region(end, text.length()).lookingAt() && Chars.portEnds(text, port.end())) {
        out.append(port.group(1)).append(placeholders.port(port.group(2)));
        copied = port.end();
      }
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** The expression is slow where it finds nothing, and in a log it finds nothing. */
  private static boolean dotsBetweenDigits(String text) {
    int dots = 0;
    for (int at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) {
      if (Chars.digitAt(text, at - 1) && Chars.digitAt(text, at + 1) && ++dots == 3) {
        return true;
      }
    }
    return false;
  }
}
