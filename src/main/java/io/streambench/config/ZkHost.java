package io.streambench.config;

import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Address of a cluster's ZooKeeper, as Solr writes it: {@code host:port[,host:port…][/chroot]}. JMH
 * takes a comma in a parameter for the end of one value and the beginning of the next, so a plus
 * sign is read as one.
 *
 * @param text the address, with commas
 */
public record ZkHost(String text) {
  /** The word for no address. */
  static final String NONE = "none";

  private static final String SETTING = "zkHost";
  private static final Pattern SERVER =
      Pattern.compile("(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*)|\\[[0-9A-Fa-f:.]+]):([1-9][0-9]{0,4})");
  private static final Pattern CHROOT = Pattern.compile("(?:/[^/\\s,+]+)+");
  private static final int MAX_PORT = 65_535;

  static Optional<ZkHost> of(Map<String, String> parameters) {
    String text = parameters.getOrDefault(SETTING, NONE);
    return text.strip().equals(NONE) ? Optional.empty() : Optional.of(parse(SETTING, '+', text));
  }

  /** Reads an option, which may have commas. */
  public static ZkHost ofOption(String option, String text) {
    return parse(option, ',', text);
  }

  private static ZkHost parse(String setting, char separator, String text) {
    String rule = "be host:port[" + separator + "host:port…][/chroot]";
    String address = text.strip().replace('+', ',');
    int slash = address.indexOf('/');
    String servers = slash < 0 ? address : address.substring(0, slash);
    SettingException.throwIf(
        slash >= 0 && !CHROOT.matcher(address.substring(slash)).matches(), setting, rule, text);
    for (String server : servers.split(",", -1)) {
      Matcher matcher = SERVER.matcher(server);
      SettingException.throwIf(
          !matcher.matches() || Integer.parseInt(matcher.group(1)) > MAX_PORT, setting, rule, text);
    }
    return new ZkHost(address);
  }

  @Override
  public String toString() {
    return text;
  }
}
