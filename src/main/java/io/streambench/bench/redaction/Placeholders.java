package io.streambench.bench.redaction;

import java.io.IOException;
import java.net.InetAddress;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Assigns numbered placeholders such as {@code node-1} to names, in order of appearance. */
final class Placeholders {
  static final String SECRET = "<secret>";
  private static final Pattern PLACEHOLDER = Pattern.compile("(?:node|port|user)-[0-9]+");
  private static final String OWN_HOST_KEY = "\0own";
  private static final List<String> LOOPBACK = List.of("localhost", "ip6-localhost");
  private static final int MAX_LEARNED = 1_000;

  private final Map<String, String> nodes = new HashMap<>();
  final Map<String, String> ports = new HashMap<>();
  final Map<String, String> users = new HashMap<>();

  /** The host names to redact and their patterns. The longest name is first. */
  final Map<String, Pattern> hostWords = new TreeMap<>(Names.LONGEST_FIRST);

  final Map<String, Pattern> userWords = new TreeMap<>(Names.LONGEST_FIRST);
  private final Set<String> ownHosts;
  int nodeCount;

  Placeholders(Secrets secrets) {
    ownHosts =
        secrets.hostNames().stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Stream.concat(LOOPBACK.stream(), secrets.hostNames().stream().filter(Secrets::isDistinctive))
        .forEach(host -> hostWords.put(host, Names.ofHost(host)));
    secrets.userNames().stream()
        .filter(Secrets::isDistinctive)
        .forEach(user -> userWords.put(user, Names.ofUser(user)));
  }

  static boolean isPlaceholder(String text) {
    return PLACEHOLDER.matcher(text).matches();
  }

  String node(String host) {
    String key = key(host);
    String known = nodes.get(key);
    if (known != null) {
      return known;
    }
    String placeholder = "node-" + ++nodeCount;
    nodes.put(key, placeholder);
    if (!key.equals(OWN_HOST_KEY)) {
      learn(host, placeholder);
    }
    return placeholder;
  }

  /** Adds a host name, and its part before a dot if distinctive, to the names to redact. */
  private void learn(String host, String placeholder) {
    learnHost(host);
    int dot = host.indexOf('.');
    String first = dot < 0 ? "" : host.substring(0, dot);
    boolean looksLikeName =
        first.chars().anyMatch(c -> c == '-' || c == '_' || Character.isDigit(c))
            && first.chars().anyMatch(Hosts::isLetter);
    if (looksLikeName && !isPlaceholder(first) && !knowsHost(first)) {
      nodes.put(first.toLowerCase(Locale.ROOT), placeholder);
      learnHost(first);
    }
  }

  /** Returns a host name's placeholder, a slash, and the placeholder of the host's address. */
  String node(String name, String address) {
    String known = nodes.get(key(address));
    if (known == null) {
      known = node(name);
      nodes.put(key(address), known);
    } else if (!nodes.containsKey(key(name))) {
      nodes.put(key(name), known);
      learn(name, known);
    }
    return node(name) + "/" + known;
  }

  String port(String number) {
    return ports.computeIfAbsent(number, key -> "port-" + (ports.size() + 1));
  }

  String user(String name) {
    String placeholder = "user-" + (users.size() + 1);
    String known = users.putIfAbsent(name, placeholder);
    if (known == null && isLearnable(name, userWords)) {
      userWords.put(name, Names.ofUser(name));
    }
    return known == null ? placeholder : known;
  }

  boolean knowsHost(String host) {
    String key = host.toLowerCase(Locale.ROOT);
    return nodes.containsKey(key) || ownHosts.contains(key);
  }

  /** Returns the number of host and user names to redact. The number never decreases. */
  int wordCount() {
    return hostWords.size() + userWords.size();
  }

  private void learnHost(String host) {
    boolean isNumber = host.chars().noneMatch(Character::isLetter) || host.indexOf(':') >= 0;
    if (!isNumber && isLearnable(host, hostWords)) {
      hostWords.put(host, Names.ofHost(host));
    }
  }

  /** Returns whether a name may be added to {@code words}. Keys and common words may not. */
  private static boolean isLearnable(String name, Map<String, Pattern> words) {
    return !Key.isKey(name) && Secrets.isDistinctive(name) && words.size() < MAX_LEARNED;
  }

  private String key(String host) {
    String key = host.toLowerCase(Locale.ROOT);
    if (ownHosts.contains(key)) {
      return OWN_HOST_KEY;
    }
    if (key.indexOf(':') >= 0) {
      try {
        // Treats ::1 and 0:0:0:0:0:0:0:1 as one host. A name with a colon is never looked up.
        return InetAddress.getByName(key).getHostAddress();
      } catch (IOException e) {
        return key;
      }
    }
    return key;
  }
}
