package io.streambench.bench.redaction;

import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A redactor of IP addresses, and of host names that are recognizable by their context. A file name
 * with a line number, as in a stack trace, must not be mistaken for a host with a port.
 */
record HostRedactor(Placeholders placeholders) {
  private static final String HOST = "([A-Za-z0-9][A-Za-z0-9._-]{0,252}+)";
  private static final String TRACE_ID_END = "(?=-[0-9]+(?![A-Za-z0-9_@-]|\\.[A-Za-z0-9]))";

  private static final String PORT_END = "(?![\\p{L}\\p{N}]|\\.[0-9])";

  /** An IPv4 address, but not the version in {@code version 1.1.10.8} or {@code x-1.1.10.8.jar}. */
  private static final String IPV4 =
      "(?=[0-9]{1,3}\\.)(?:(?<![0-9])|(?<=%[0-9A-Fa-f]{2}))(?<![0-9]\\.)(?<!version )(?:OCTET\\.){3}OCTET(?!\\.?[0-9]|\\.jar)"
          .replace("OCTET", "(?:25[0-5]|2[0-4][0-9]|[01][0-9]{2}|[0-9]{1,2})");

  /**
   * An IPv6 address with eight groups or a double colon, and with its zone if it has one. An
   * address without brackets must contain a digit.
   */
  private static final String IPV6 =
      ("(?:(?<![A-Za-z0-9_:])|(?<=[a-z]{4}:))(?<!(?:node|port|user)-)(?:(?<=\\[)|(?=[A-Fa-f:]{0,40}+[0-9]))"
              + "(?:(?:G:){7}G|(?:G:){6}V4|(?:G(?::G){0,6})?::(?:(?:G:){0,6}(?:V4|G))?)"
              + "(?:%[A-Za-z0-9_-]{1,19})?")
          .replace("V4", "[0-9]{1,3}(?:\\.[0-9]{1,3}){3}")
          .replace("G", "[0-9A-Fa-f]{1,4}");

  /** A fast pre-check that matches every IPv4 address and little else. */
  private static final Pattern IPV4_LIKE =
      Pattern.compile("[0-9]\\.[0-9]{1,3}\\.[0-9]{1,3}\\.[0-9]");

  /** A host as Java prints it, such as {@code name/10.0.0.1:80} or {@code [name/10.0.0.1]}. */
  private static final Pattern NAMED_ADDRESS =
      compileAddressPattern(
          "(?<![A-Za-z0-9./-])(?=[0-9.-]*+[A-Za-z])([A-Za-z0-9][A-Za-z0-9.-]{0,252}+)/"
              + "(?:(?:\\[(SIXTH)\\]|(FOURTH|SIXTH)):([0-9]{1,5}+)ENDS"
              + "|(?<=\\[[A-Za-z0-9.-]{1,253}/)(FOURTH|SIXTH)(?=\\]))");

  private static final Pattern STANDALONE_ADDRESS =
      compileAddressPattern(
          "(FOURTH)(?:(:|_|%3[Aa])([0-9]{1,5}+)ENDS)?|\\[(SIXTH)\\]:([0-9]{1,5}+)ENDS"
              + "|(SIXTH)(?::([0-9]{1,5}+))?(?=:?\\.*+(?![A-Za-z0-9:.]))");

  private static Pattern compileAddressPattern(String pattern) {
    return Pattern.compile(
        pattern.replace("FOURTH", IPV4).replace("SIXTH", IPV6).replace("ENDS", PORT_END));
  }

  /** A pattern with up to five groups: text before, host, separator, port, rest of a list. */
  private record Rule(Pattern pattern, List<String> literals) {
    boolean canMatch(String text) {
      return literals.stream().anyMatch(text::contains);
    }
  }

  private static Rule rule(String pattern, String... literals) {
    return new Rule(Pattern.compile(pattern.replace("HOST", HOST)), List.of(literals));
  }

  private static final List<Rule> RULES =
      List.of(
          rule(
              "()(\\b(?:ip|ec2)-[0-9]{1,3}(?:-[0-9]{1,3}){3}(?:\\.[a-z0-9-]{1,63}){0,5})",
              "ip-", "ec2-"),
          rule(
              "()((?<![A-Za-z0-9.-])[a-z0-9-]{1,63}+(?:\\.[a-z0-9-]{1,63}+){1,8}?\\.(?:svc|pod)\\.cluster\\.local\\b)",
              ".cluster.local"),
          // Solr 9 appends a request's trace ID to the thread name. The trace ID begins with the
          // host that the request reached first, or with null.
          rule(
              "(\\bqtp[0-9]+-[0-9]+-|(?<=[?&{ ,])rid=|(?<=["
                  + " \\[])t:)(?!null-)([A-Za-z0-9][A-Za-z0-9._-]{0,252})"
                  + TRACE_ID_END,
              "qtp",
              "rid=",
              " t:",
              "[t:"),
          rule(
              "(-processing-(?:n:)?|OverseerStateUpdate-[0-9]{1,20}-|SendThread\\()([A-Za-z0-9][A-Za-z0-9._-]{1,252}+)(:)([0-9]{1,5})(?=[_)])",
              "-processing-",
              "SendThread(",
              "OverseerStateUpdate-"),
          // in other pools the trace ID follows node and core
          rule(
              "(-processing-(?:[^\\s:]{0,300}+:\\S{1,300}+ )?+[^\\s:]{1,600}+"
                  + " )(?!null-)([A-Za-z0-9][A-Za-z0-9._-]{0,252})"
                  + TRACE_ID_END,
              "-processing-"),
          rule(
              "(:(?:\\\\?/){2}(?:(?:\\\\?/){2})?+|%3[Aa]%2[Ff]%2[Ff]|<secret>(?:@|%40)|connect to"
                  + " ZooKeeper )([A-Za-z0-9_][A-Za-z0-9._-]*+)"
                  + "(?:(:|%3[Aa])([0-9]{1,5}))?+(?:(?:,(?=LIST(?:/| within ))|(?<=[:Aa][0-9]{1,5}),)(LIST)(?![=:]))?+"
                      .replace("LIST", "(?:[A-Za-z0-9._-]++(?::[0-9]{1,5}+)?+,?+){1,1000}+"),
              "://",
              ":\\/\\/",
              "%2",
              "<secret>",
              "ZooKeeper "),
          rule(
              "(\\bCertificate for <|\\bname matching )HOST",
              "Certificate for <",
              "name matching "),
          rule("()HOST(/<unresolved>:)([0-9]{1,5})", "/<unresolved>:"));

  private static final Pattern WORD = Pattern.compile("[^\\s\"']+");

  private static final Rule LIST_ITEM =
      rule(
          "\\G((?:(?:,|%2[Cc])"
              + " {0,2}+)?)([A-Za-z0-9_][A-Za-z0-9._-]{0,252})(?:(:|%3[Aa])([0-9]{1,5})\\b)?",
          "");

  /**
   * Matches a host and port as Solr writes them: {@code host:8983}, {@code host:8983_solr} or
   * {@code host_8983_solr}.
   */
  private static final Rule HOST_AND_PORT =
      rule(
          "((?<![A-Za-z0-9])(?<!%(?=[0-9A-Fa-f]{2}))|(?<=%[0-9A-Fa-f]{2}))(?!processing-|[A-Za-z0-9.-]{0,252}-processing-)([A-Za-z0-9][A-Za-z0-9.-]{0,252}+)"
              + "(:|_|%3[Aa])([0-9]{1,5}+)(?:(?=_[A-Za-z])|(?<!_[0-9]{1,5})(?![\\p{L}\\p{N}_]|\\.[0-9]))",
          ":", "_", "%3");

  /** File extensions, which distinguish {@code Name.java:25} from a host and its port. */
  private static final Set<String> FILE_EXTENSIONS =
      KeyKind.parseWords(
          """
          java kt scala groovy js mjs ts html htm css c cc cpp h hpp py sh xml json md txt
          log properties yml yaml gz jar class so dll jfr png svg
          """);

  private static final Set<String> PUBLIC_DOMAINS =
      KeyKind.parseWords(
          """
          w3.org apache.org eclipse.org eclipse.dev openjdk.org java.net oracle.com
          sun.com github.com chartjs.org mozilla.org json-schema.org xml.org jcp.org
          rfc-editor.org ietf.org
          """);

  String redact(String text) {
    String redacted = text;
    if (canContainAddresses(text)) {
      redacted =
          NAMED_ADDRESS
              .matcher(redacted)
              .replaceAll(match -> Matcher.quoteReplacement(replaceNamedAddress(match)));
      redacted = STANDALONE_ADDRESS.matcher(redacted).replaceAll(this::replaceAddress);
    }
    for (Rule rule : RULES) {
      redacted = redact(redacted, rule);
    }
    return redact(redacted, HOST_AND_PORT);
  }

  String redactList(String value) {
    return redact(value, LIST_ITEM);
  }

  private String redact(String text, Rule rule) {
    return rule.canMatch(text)
        ? rule.pattern
            .matcher(text)
            .replaceAll(match -> Matcher.quoteReplacement(replaceHost(text, rule, match)))
        : text;
  }

  private String replaceHost(String text, Rule rule, MatchResult match) {
    String before = match.group(1);
    String name = match.group(2);
    String port = match.groupCount() < 4 ? null : match.group(4);
    boolean isNumber = isNumber(name);
    boolean isHarmless =
        isNumber
            ? port == null || name.indexOf('.') >= 0
            : port == null && (Placeholders.isPlaceholder(name) || isInPublicDomain(name));
    if (isHarmless
        || text.startsWith("file:////", match.start() - "file".length())
        || rule.pattern == HOST_AND_PORT.pattern
            && (isNumber
                || !isHost(name, Integer.parseInt(port), text.startsWith("_solr", match.end())))
        || before.equals("rid=") && isPlainWord(name)
        || isNotTraceId(text, before, match)) {
      return match.group();
    }
    String host = before + placeholders.nodePlaceholder(name);
    String rest = match.groupCount() < 5 ? null : match.group(5);
    return host
        + (port == null ? "" : match.group(3) + placeholders.portPlaceholder(port))
        + (rest == null ? "" : "," + redactList(rest));
  }

  /** Returns whether the match is a collection or a complete host name instead of a trace ID. */
  private boolean isNotTraceId(String text, String textBefore, MatchResult match) {
    if (!textBefore.startsWith("-processing-") || !textBefore.endsWith(" ")) {
      return false;
    }
    Matcher word = WORD.matcher(text).region(match.start(2), text.length());
    String core = textBefore.substring(textBefore.lastIndexOf(' ', textBefore.length() - 2) + 1);
    return word.lookingAt()
        && (placeholders.isKnownHost(word.group())
            || core.replace("-processing-", "").startsWith(word.group() + "_"));
  }

  private String replaceNamedAddress(MatchResult match) {
    if (Placeholders.isPlaceholder(match.group(1))) {
      return match.group();
    }
    String address = match.group(match.group(2) != null ? 2 : match.group(3) != null ? 3 : 5);
    String placeholder = placeholders.nodePlaceholder(match.group(1), withoutZone(address));
    return match.group(4) == null
        ? placeholder
        : placeholder + ":" + placeholders.portPlaceholder(match.group(4));
  }

  private String replaceAddress(MatchResult match) {
    int group = match.group(1) != null ? 1 : match.group(4) != null ? 4 : 6;
    String node = placeholders.nodePlaceholder(withoutZone(match.group(group)));
    String port = match.group(group == 1 ? 3 : group + 1);
    return port == null
        ? node
        : node + (group == 1 ? match.group(2) : ":") + placeholders.portPlaceholder(port);
  }

  private static String withoutZone(String address) {
    int zone = address.indexOf('%');
    return zone < 0 ? address : address.substring(0, zone);
  }

  private static boolean canContainAddresses(String text) {
    return text.contains("::")
        || text.chars().filter(c -> c == ':').count() >= 7
        || IPV4_LIKE.matcher(text).find();
  }

  private boolean isPlainWord(String host) {
    return host.chars().allMatch(HostRedactor::isLetter) && !placeholders.isKnownHost(host);
  }

  static boolean isLetter(int c) {
    return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z';
  }

  private static boolean isNumber(String host) {
    return host.chars().noneMatch(HostRedactor::isLetter);
  }

  private static boolean isInPublicDomain(String host) {
    String name = host.toLowerCase(Locale.ROOT);
    return PUBLIC_DOMAINS.stream()
        .anyMatch(known -> name.equals(known) || name.endsWith("." + known));
  }

  private boolean isHost(String name, int port, boolean hasSolrContext) {
    if (port > 65_535) {
      return false;
    }
    if (hasSolrContext || placeholders.isKnownHost(name)) {
      return true;
    }
    String lower = name.toLowerCase(Locale.ROOT);
    int dot = lower.lastIndexOf('.');
    if (dot < 0) {
      return isUsualPort(port) && isLetter(name.charAt(0)) && !lower.endsWith("port");
    }
    String last = lower.substring(dot + 1);
    // the last part may be a namespace of Kubernetes such as acme-prod, or a service such as zk-hs
    boolean looksLikeDomain =
        last.length() >= 2
            && (last.chars().allMatch(HostRedactor::isLetter)
                || isUsualPort(port) && isLetter(last.charAt(0)));
    boolean isSingleCase = name.equals(lower) || name.equals(name.toUpperCase(Locale.ROOT));
    return (isSingleCase || isUsualPort(port))
        && port >= 80
        && looksLikeDomain
        && !lower.contains("..")
        && !FILE_EXTENSIONS.contains(last);
  }

  private static boolean isUsualPort(int port) {
    return port >= 2181 && port <= 2189
        || port >= 8980 && port <= 8999
        || port >= 7570 && port <= 7579
        || port == 9983
        || port == 2888
        || port == 3888;
  }
}
