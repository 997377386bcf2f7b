package io.streambench.redaction;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Hosts in the names that threads have in Solr and ZooKeeper. Solr 9 appends the trace of a request
 * to the name of its thread, and a trace begins with the host that the request came to first:
 * {@code qtp1-53-solr7.corp-76}. A node's name stands behind what the thread does: {@code
 * -processing-solr7:8983_solr}.
 */
final class ThreadNames {
  private static final String HOST = "([A-Za-z0-9][A-Za-z0-9._-]{1,252})";

  /**
   * The host of a trace in a thread's name, a shard's request and a line of Solr's log. {@code
   * null} there means that no host is set.
   */
  private static final Pattern TRACE =
      Pattern.compile(
          "(\\bqtp[0-9]+-[0-9]+-|(?<=[?&{ ,])rid=|(?<=[ \\[])t:)(?!null-)HOST(?=-[0-9]+(?![A-Za-z0-9_@-]|\\.[A-Za-z0-9]))"
              .replace("HOST", HOST));

  private static final String REQUEST = "rid=";

  private static final Pattern ADDRESS =
      Pattern.compile(
          "(-processing-(?:n:)?|OverseerStateUpdate-[0-9]{1,20}-|SendThread\\()HOST:([0-9]{1,5})(?=[_)])"
              .replace("HOST", HOST));

  private final Placeholders placeholders;

  ThreadNames(Placeholders placeholders) {
    this.placeholders = placeholders;
  }

  String redact(String text) {
    String redacted = text;
    if (redacted.contains("qtp")
        || redacted.contains("rid=")
        || redacted.contains(" t:")
        || redacted.contains("[t:")) {
      redacted =
          TRACE
              .matcher(redacted)
              .replaceAll(
                  hit ->
                      hit.group(1)
                          + (hit.group(1).equals(REQUEST) && isWord(hit.group(2))
                              ? hit.group(2)
                              : node(hit.group(2))));
    }
    if (redacted.contains("-processing-")
        || redacted.contains("SendThread(")
        || redacted.contains("OverseerStateUpdate-")) {
      redacted =
          ADDRESS
              .matcher(redacted)
              .replaceAll(
                  hit ->
                      Matcher.quoteReplacement(
                          hit.group(1)
                              + node(hit.group(2))
                              + ":"
                              + placeholders.port(hit.group(3))));
    }
    return redacted;
  }

  /** A user's own parameter may be called {@code rid}, too. */
  private boolean isWord(String host) {
    return host.chars().allMatch(Chars::isLetter) && !placeholders.knowsHost(host);
  }

  private String node(String host) {
    boolean number = host.chars().noneMatch(Chars::isLetter);
    return number || Placeholders.isPlaceholder(host) ? host : placeholders.node(host);
  }
}
