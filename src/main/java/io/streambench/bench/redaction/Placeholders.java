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

/**
 * The numbered placeholders of names, such as {@code node-1}. They are assigned in order of
 * appearance.
 */
final class Placeholders {
  static final String SECRET = "<secret>";
  private static final Pattern PLACEHOLDER = Pattern.compile("(?:node|port|user)-[0-9]+");
  private static final String OWN_HOST_KEY = "\0own";
  private static final List<String> LOOPBACK_HOSTS = List.of("localhost", "ip6-localhost");
  private static final int MAX_LEARNED_NAMES = 1_000;

  private final Map<String, String> placeholdersByHost = new HashMap<>();
  final Map<String, String> placeholdersByPort = new HashMap<>();
  final Map<String, String> placeholdersByUser = new HashMap<>();

  /** The host names to redact and their patterns. The longest name is first. */
  final Map<String, Pattern> hostPatterns = new TreeMap<>(NameRedactor.LONGEST_FIRST);

  final Map<String, Pattern> userPatterns = new TreeMap<>(NameRedactor.LONGEST_FIRST);
  private final Set<String> ownHosts;
  int nodeCount;

  Placeholders(Secrets secrets) {
    ownHosts =
        secrets.hostNames().stream()
            .map(host -> host.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Stream.concat(
            LOOPBACK_HOSTS.stream(), secrets.hostNames().stream().filter(Secrets::isDistinctive))
        .forEach(host -> hostPatterns.put(host, NameRedactor.hostPattern(host)));
    secrets.userNames().stream()
        .filter(Secrets::isDistinctive)
        .forEach(user -> userPatterns.put(user, NameRedactor.userPattern(user)));
  }

  static boolean isPlaceholder(String text) {
    return PLACEHOLDER.matcher(text).matches();
  }

  String nodePlaceholder(String host) {
    String key = hostKey(host);
    String known = placeholdersByHost.get(key);
    if (known != null) {
      return known;
    }
    String placeholder = "node-" + ++nodeCount;
    placeholdersByHost.put(key, placeholder);
    if (!key.equals(OWN_HOST_KEY)) {
      addHostNames(host, placeholder);
    }
    return placeholder;
  }

  /** Adds a host name, and its part before a dot if distinctive, to the names to redact. */
  private void addHostNames(String host, String placeholder) {
    addHostName(host);
    int dot = host.indexOf('.');
    String first = dot < 0 ? "" : host.substring(0, dot);
    boolean looksLikeName =
        first.chars().anyMatch(c -> c == '-' || c == '_' || Character.isDigit(c))
            && first.chars().anyMatch(HostRedactor::isLetter);
    if (looksLikeName && !isPlaceholder(first) && !isKnownHost(first)) {
      placeholdersByHost.put(first.toLowerCase(Locale.ROOT), placeholder);
      addHostName(first);
    }
  }

  /** Returns a host name's placeholder, a slash, and the placeholder of the host's address. */
  String nodePlaceholder(String name, String address) {
    String known = placeholdersByHost.get(hostKey(address));
    if (known == null) {
      known = nodePlaceholder(name);
      placeholdersByHost.put(hostKey(address), known);
    } else if (!placeholdersByHost.containsKey(hostKey(name))) {
      placeholdersByHost.put(hostKey(name), known);
      addHostNames(name, known);
    }
    return nodePlaceholder(name) + "/" + known;
  }

  String portPlaceholder(String number) {
    return placeholdersByPort.computeIfAbsent(
        number, key -> "port-" + (placeholdersByPort.size() + 1));
  }

  String userPlaceholder(String name) {
    String placeholder = "user-" + (placeholdersByUser.size() + 1);
    String known = placeholdersByUser.putIfAbsent(name, placeholder);
    if (known == null && isInferable(name, userPatterns)) {
      userPatterns.put(name, NameRedactor.userPattern(name));
    }
    return known == null ? placeholder : known;
  }

  boolean isKnownHost(String host) {
    String key = host.toLowerCase(Locale.ROOT);
    return placeholdersByHost.containsKey(key) || ownHosts.contains(key);
  }

  /** Returns the number of host and user names to redact. The number never decreases. */
  int nameCount() {
    return hostPatterns.size() + userPatterns.size();
  }

  private void addHostName(String host) {
    boolean isNumber = host.chars().noneMatch(Character::isLetter) || host.indexOf(':') >= 0;
    if (!isNumber && isInferable(host, hostPatterns)) {
      hostPatterns.put(host, NameRedactor.hostPattern(host));
    }
  }

  /**
   * Returns whether a name may be added to {@code knownNames}. Returns false for keys and common
   * words.
   */
  private static boolean isInferable(String name, Map<String, Pattern> knownNames) {
    return !KeyKind.isKey(name)
        && Secrets.isDistinctive(name)
        && knownNames.size() < MAX_LEARNED_NAMES;
  }

  private String hostKey(String host) {
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
