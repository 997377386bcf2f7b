package io.streambench.redaction;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** Assigns placeholders, numbered by first appearance. Host names in addresses are learned. */
final class Placeholders {
  static final String SECRET = "<secret>";
  private static final Pattern OURS = Pattern.compile("(?:node|port|user)-[0-9]+");
  private static final String OWN = "\0own";
  private static final int MAX_LEARNED = 1_000;

  private final Map<String, String> nodes = new HashMap<>();
  private final Map<String, String> ports = new HashMap<>();
  private final Map<String, String> users = new HashMap<>();
  private final List<String> learnedHosts = new ArrayList<>();
  private final List<String> learnedUsers = new ArrayList<>();
  private final Set<String> ownHosts;
  private int nodeCount;

  Placeholders(Set<String> ownHosts) {
    this.ownHosts = ownHosts;
  }

  static boolean isPlaceholder(String text) {
    return OURS.matcher(text).matches();
  }

  String node(String host) {
    String key = key(host);
    String known = nodes.get(key);
    if (known != null) {
      return known;
    }
    String placeholder = "node-" + ++nodeCount;
    nodes.put(key, placeholder);
    if (!key.equals(OWN)) {
      learn(host);
    }
    learnFirstLabel(host, placeholder);
    return placeholder;
  }

  /** A host is told by its short name as well, which looks like one if it is no mere word. */
  private void learnFirstLabel(String host, String placeholder) {
    int dot = host.indexOf('.');
    String first = dot < 0 ? "" : host.substring(0, dot);
    boolean likeName =
        first.chars().anyMatch(c -> c == '-' || Character.isDigit(c))
            && first.chars().anyMatch(Hosts::isLetter);
    if (likeName && !isPlaceholder(first) && !knowsHost(first)) {
      nodes.put(first.toLowerCase(Locale.ROOT), placeholder);
      learn(first);
    }
  }

  /** Two names of one host, as Java prints them: {@code name/address}. */
  String node(String name, String address) {
    String known = nodes.get(key(address));
    if (known == null) {
      known = node(name);
      nodes.put(key(address), known);
    } else if (!nodes.containsKey(key(name))) {
      nodes.put(key(name), known);
      learn(name);
      learnFirstLabel(name, known);
    }
    return node(name) + "/" + known;
  }

  String port(String number) {
    return ports.computeIfAbsent(number, key -> "port-" + (ports.size() + 1));
  }

  String user(String name) {
    String placeholder = "user-" + (users.size() + 1);
    String known = users.putIfAbsent(name, placeholder);
    if (known != null) {
      return known;
    }
    if (!Key.isKey(name) && Secrets.distinctive(name) && learnedUsers.size() < MAX_LEARNED) {
      learnedUsers.add(name);
    }
    return placeholder;
  }

  boolean knowsHost(String host) {
    String key = host.toLowerCase(Locale.ROOT);
    return nodes.containsKey(key) || ownHosts.contains(key);
  }

  /** Host names to look for as words of their own, the longest first. */
  List<String> learnedHosts() {
    return learnedHosts;
  }

  List<String> learnedUsers() {
    return learnedUsers;
  }

  /** The number of learned names that are searched for as words of their own; it only grows. */
  int learned() {
    return learnedHosts.size() + learnedUsers.size();
  }

  int nodeCount() {
    return nodeCount;
  }

  int portCount() {
    return ports.size();
  }

  int userCount() {
    return users.size();
  }

  /**
   * Common words are not looked for, nor a key, whose value would lose the name it is a secret by.
   */
  private void learn(String host) {
    boolean number = host.chars().noneMatch(Character::isLetter) || host.indexOf(':') >= 0;
    if (!number
        && !Key.isKey(host)
        && Secrets.distinctive(host)
        && learnedHosts.size() < MAX_LEARNED) {
      int at = 0; // the longest first: a short name may begin a longer one of another host
      while (at < learnedHosts.size() && learnedHosts.get(at).length() >= host.length()) {
        at++;
      }
      learnedHosts.add(at, host);
    }
  }

  private String key(String host) {
    String key = host.toLowerCase(Locale.ROOT);
    if (ownHosts.contains(key)) {
      return OWN;
    }
    if (key.indexOf(':') >= 0) {
      try {
        // A literal with a colon is never looked up; this is to know ::1 and 0:0:0:0:0:0:0:1 as
        // one.
        return InetAddress.getByName(key).getHostAddress();
      } catch (IOException e) {
        return key;
      }
    }
    return key;
  }
}
