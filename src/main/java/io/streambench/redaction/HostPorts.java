package io.streambench.redaction;

import static io.streambench.redaction.Chars.digitAt;
import static io.streambench.redaction.Chars.digitsEnd;
import static io.streambench.redaction.Chars.letter;

import java.util.Locale;
import java.util.Set;

/**
 * Host names that are known as such by the port behind them, in Solr's way as well: {@code
 * host:8983}, {@code host:8983_solr}, {@code host_8983_solr}. A file's name and the number of a
 * line look much the same.
 */
final class HostPorts {
  private static final int MAX_HOST = 253;

  /** Files whose name, colon and line number look like a host and its port. */
  private static final Set<String> FILE_ENDINGS =
      Chars.words(
          """
          java kt scala groovy js mjs ts html htm css c cc cpp h hpp py sh xml json md txt
          log properties yml yaml gz jar class so dll jfr png svg
          """);

  private final Placeholders placeholders;

  HostPorts(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
    StringBuilder out = null;
    int copied = 0;
    for (int at = 1; at < text.length(); at++) {
      char c = text.charAt(at);
      int digits =
          c == ':' || c == '_' ? at + 1 : c == '%' && colonEscape(text, at + 1) ? at + 3 : -1;
      if (digits < 0 || !digitAt(text, digits) || !Chars.host(text.charAt(at - 1))) {
        continue;
      }
      int end = digitsEnd(text, digits);
      int start = nameStart(text, at, copied);
      boolean nodeName =
          end + 1 < text.length() && text.charAt(end) == '_' && letter(text.charAt(end + 1));
      boolean ends = nodeName || c != '_' && portEnds(text, end);
      if (end - digits > 5 || start == at || !ends) {
        continue;
      }
      start = afterPrefix(text, start, at);
      String name = text.substring(start, at);
      String port = text.substring(digits, end);
      if (!host(name, Integer.parseInt(port), text.startsWith("_solr", end))) {
        continue;
      }
      out = out == null ? new StringBuilder(text.length() + 64) : out;
      out.append(text, copied, start)
          .append(placeholders.node(name))
          .append(text, at, digits)
          .append(placeholders.port(port));
      copied = end;
      at = end - 1;
    }
    return out == null ? text : out.append(text, copied, text.length()).toString();
  }

  private static int nameStart(String text, int end, int from) {
    int start = end;
    while (start > from && end - start < MAX_HOST && Chars.host(text.charAt(start - 1))) {
      start--;
    }
    if (Chars.escapeEnds(text, start + 2)) {
      start += 2; // the digits of %2C are no part of what follows
    }
    while (start < end && !Chars.word(text.charAt(start))) {
      start++;
    }
    return start;
  }

  private static boolean colonEscape(String text, int at) {
    return text.startsWith("3A", at) || text.startsWith("3a", at);
  }

  /**
   * The start of a known host behind a prefix, as in {@code
   * OverseerStateUpdate-7205-solr7.corp:8983_solr}; else {@code start}.
   */
  private int afterPrefix(String text, int start, int end) {
    if (placeholders.knowsHost(text.substring(start, end))) {
      return start;
    }
    for (int at = start + 1; at < end; at++) {
      if (text.charAt(at - 1) == '-' && placeholders.knowsHost(text.substring(at, end))) {
        return at;
      }
    }
    return start;
  }

  private static boolean portEnds(String text, int end) {
    return Chars.portEnds(text, end) && (end >= text.length() || text.charAt(end) != '_');
  }

  private boolean host(String name, int port, boolean solr) {
    String lower = name.toLowerCase(Locale.ROOT);
    if (port > 65_535 || !name.chars().anyMatch(Chars::isLetter)) {
      return false;
    }
    if (solr || placeholders.knowsHost(name)) {
      return true;
    }
    int dot = lower.lastIndexOf('.');
    boolean oneCase = name.equals(lower) || name.equals(name.toUpperCase(Locale.ROOT));
    if (dot < 0) {
      return usualPort(port) && letter(name.charAt(0)) && !lower.endsWith("port");
    }
    String last = lower.substring(dot + 1);
    // Kubernetes calls its namespaces acme-prod, and ZooKeeper's services zk-hs
    boolean likeDomain =
        last.length() >= 2
            && (last.chars().allMatch(Chars::isLetter)
                || usualPort(port) && letter(last.charAt(0)));
    return (oneCase || usualPort(port))
        && port >= 80
        && likeDomain
        && !lower.contains("..")
        && !FILE_ENDINGS.contains(last);
  }

  /** Those of Solr and ZooKeeper. */
  private static boolean usualPort(int port) {
    return port >= 2181 && port <= 2189
        || port >= 8980 && port <= 8999
        || port >= 7570 && port <= 7579
        || port == 9983
        || port == 2888
        || port == 3888;
  }
}
