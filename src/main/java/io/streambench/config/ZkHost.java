package io.streambench.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Address of a cluster's ZooKeeper, as Solr writes it: {@code host:port[,host:port…][/chroot]}. JMH
 * splits parameters at commas, so a plus sign is read as a comma.
 *
 * @param text the address, with commas
 */
public record ZkHost(String text) {
  /** The parameter value for no address. */
  static final String NONE = "none";

  private static final String SETTING = "zkHost";

  /** A host, and a port up to 65535. */
  private static final String SERVER =
      "(?:[A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+]):(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}"
          + "|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

  private static final Pattern ADDRESS =
      Pattern.compile(SERVER + "(?:," + SERVER + ")*(?:/[^/\\s,]+)*");

  static Optional<ZkHost> of(Map<String, String> parameters) {
    String text = parameters.getOrDefault(SETTING, NONE);
    return text.strip().equals(NONE) ? Optional.empty() : Optional.of(parse(SETTING, '+', text));
  }

  /** Reads a command-line option, which may contain commas. */
  public static ZkHost ofOption(String option, String text) {
    return parse(option, ',', text);
  }

  private static ZkHost parse(String setting, char separator, String text) {
    String address = text.strip().replace('+', ',');
    SettingException.throwIf(
        !ADDRESS.matcher(address).matches(),
        setting,
        "be host:port[" + separator + "host:port…][/chroot]",
        text);
    return new ZkHost(address);
  }

  @Override
  public String toString() {
    return text;
  }
}
