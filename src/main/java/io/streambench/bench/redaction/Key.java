package io.streambench.bench.redaction;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** Kinds of values, recognized by how their key ends, as in {@code keyStorePassword}. */
enum Key {
  SECRET(
      """
      password passwd pwd passphrase pass secret token apikey api-key api_key accesskey
      access-key access_key accesskeyid access_key_id access-key-id passwords secrets
      tokens privatekey private_key secretkey secret_key basicauth credential credentials
      nonproxyhosts licensekey license_key license-key accountkey api.key
      signature sessionid session_id digestauth userinfo sig
      """),
  HEADER("authorization cookie x-api-key x-auth-token solrauth solrauthv2"),
  USER("user.name username user logname principal login"),
  HOST(
      """
      host hostname computername connectstring authority quorum fqdn unknownhostexception
      servername
      """),
  PORT("port"),
  ADDRESS("local remote peer localaddr remoteaddr"),
  OWNER("owner");

  private static final Key[] ALL = values();
  private static final Set<String> KEYS =
      Arrays.stream(ALL).flatMap(key -> key.endings.stream()).collect(Collectors.toSet());

  private final Set<String> endings;

  Key(String endings) {
    this.endings = words(endings);
  }

  /** Returns the kind of a key, or null if it has none. */
  static Key of(String name) {
    String lower = name.toLowerCase(Locale.ROOT);
    for (Key key : ALL) {
      if (key.endings.stream().anyMatch(lower::endsWith)) {
        return key;
      }
    }
    return null;
  }

  static boolean isKey(String word) {
    return KEYS.contains(word.toLowerCase(Locale.ROOT));
  }

  static boolean isSecret(String name) {
    Key key = of(name);
    return key == SECRET || key == HEADER;
  }

  static Set<String> words(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
