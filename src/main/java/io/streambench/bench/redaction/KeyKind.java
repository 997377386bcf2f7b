package io.streambench.bench.redaction;

import java.util.Arrays;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A kind of key, such as the key of a password or of a host. The end of the key determines its
 * kind, as in {@code keyStorePassword} or {@code s3.secret-key}. The key of a secret may have a
 * number after this end.
 */
enum KeyKind {
  SECRET(
      """
      password passwd pwd passphrase pass secret token apikey accesskey accesskeyid passwords
      passwordhash secrets tokens bearer privatekey secretkey basicauth credential credentials
      nonproxyhosts licensekey accountkey signature sessionid digestauth hadoopauth userinfo sig
      """),
  HEADER("authorization cookie solrauth solrauthv2"),
  USER("username user userid logname principal login"),
  HOST(
      """
      host hostname computername connectstring authority quorum fqdn unknownhostexception
      servername cookiedomain hostadvertise unresolved
      """),
  PORT("port"),
  ADDRESS("local remote peer localaddr remoteaddr address servers"),
  OWNER("owner");

  private static final KeyKind[] ALL_KINDS = values();
  private static final Set<String> ALL_ENDINGS =
      Arrays.stream(ALL_KINDS).flatMap(key -> key.endings.stream()).collect(Collectors.toSet());

  private final Set<String> endings;

  KeyKind(String endings) {
    this.endings = parseWords(endings);
  }

  /** Returns the kind of a key, or null if the key is of no known kind. */
  static KeyKind of(String keyName) {
    String normalized = normalize(keyName);
    for (KeyKind key : ALL_KINDS) {
      String ending = key == SECRET ? withoutTrailingDigits(normalized) : normalized;
      if (key.endings.stream().anyMatch(ending::endsWith)) {
        return key;
      }
    }
    return null;
  }

  static boolean isKey(String word) {
    return ALL_ENDINGS.contains(normalize(word));
  }

  private static String normalize(String name) {
    return name.toLowerCase(Locale.ROOT).replace(".", "").replace("_", "").replace("-", "");
  }

  private static String withoutTrailingDigits(String name) {
    int end = name.length();
    while (end > 0 && name.charAt(end - 1) >= '0' && name.charAt(end - 1) <= '9') {
      end--;
    }
    return name.substring(0, end);
  }

  static boolean isSecret(String name) {
    KeyKind key = of(name);
    return key == SECRET || key == HEADER;
  }

  static Set<String> parseWords(String text) {
    return Set.of(text.strip().split("\\s+"));
  }
}
