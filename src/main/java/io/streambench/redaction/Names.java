package io.streambench.redaction;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Names that are known, wherever they stand as words of their own: those of this machine and of its
 * users, and hosts that have shown themselves in an address. Searched one by one, which is quick
 * since a line holds none of most.
 */
final class Names {
  private static final List<String> LOOPBACK = List.of("localhost", "ip6-localhost");
  private static final int MAX_DOMAIN = 100;

  private final Placeholders placeholders;
  private final Map<String, List<String>> spellings = new HashMap<>();
  private final Set<String> hosts = new LinkedHashSet<>();
  private final Set<String> users = new LinkedHashSet<>();

  Names(Collection<String> hosts, Collection<String> users, Placeholders placeholders) {
    this.placeholders = placeholders;
    hosts.stream()
        .filter(Secrets::distinctive)
        .sorted(Names::longestFirst)
        .forEach(this.hosts::add);
    users.stream()
        .filter(Secrets::distinctive)
        .sorted(Names::longestFirst)
        .forEach(this.users::add);
  }

  private static int longestFirst(String a, String b) {
    return a.length() == b.length() ? a.compareTo(b) : b.length() - a.length();
  }

  String redact(String text) {
    String redacted = text;
    for (String host : hosts) {
      redacted = host(redacted, host);
    }
    for (int i = 0; i < placeholders.learnedHosts().size(); i++) {
      redacted = host(redacted, placeholders.learnedHosts().get(i));
    }
    for (String host : LOOPBACK) {
      redacted = replace(redacted, host, false, placeholders::node);
    }
    for (String user : users) {
      redacted = replace(redacted, user, false, placeholders::user);
    }
    for (int i = 0; i < placeholders.learnedUsers().size(); i++) {
      redacted = replace(redacted, placeholders.learnedUsers().get(i), false, placeholders::user);
    }
    return redacted;
  }

  private String host(String text, String host) {
    String redacted = text;
    for (String spelling : spellings.computeIfAbsent(host, Names::spellings)) {
      redacted = replace(redacted, spelling, true, placeholders::node);
    }
    return redacted;
  }

  private static List<String> spellings(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    String capital = Character.toUpperCase(lower.charAt(0)) + lower.substring(1);
    return Stream.of(host, lower, host.toUpperCase(Locale.ROOT), capital).distinct().toList();
  }

  private static String replace(
      String text, String name, boolean withDomain, UnaryOperator<String> placeholder) {
    int at = text.indexOf(name);
    if (at < 0) {
      return text;
    }
    StringBuilder out = new StringBuilder(text.length());
    int copied = 0;
    while (at >= 0) {
      int end = at + name.length();
      boolean begins = !Chars.wordAt(text, at - 1) || Chars.escapeEnds(text, at);
      if (begins && !Chars.wordAt(text, end) && !packagePart(text, at, end)) {
        out.append(text, copied, at).append(placeholder.apply(name));
        end = withDomain ? domainEnd(text, end) : end;
        copied = end;
      }
      at = text.indexOf(name, end);
    }
    return out.append(text, copied, text.length()).toString();
  }

  /** Returns whether the word is part of a Java package: dots and words on both sides. */
  private static boolean packagePart(String text, int at, int end) {
    return at > 1
        && text.charAt(at - 1) == '.'
        && Chars.wordAt(text, at - 2)
        && end + 1 < text.length()
        && text.charAt(end) == '.'
        && Chars.letter(text.charAt(end + 1));
  }

  /** Behind {@code .example.com}, which tells as much as the name before it. */
  private static int domainEnd(String text, int end) {
    int at = end;
    int known = end;
    while (at + 1 < text.length()
        && at - end < MAX_DOMAIN
        && text.charAt(at) == '.'
        && Chars.letter(text.charAt(at + 1))) {
      at++;
      while (at < text.length() && (Chars.word(text.charAt(at)) || text.charAt(at) == '-')) {
        at++;
      }
      known = at;
    }
    return known;
  }
}
