package io.streambench.bench.settings;

import io.streambench.base.ValueType;
import java.util.regex.Pattern;

/**
 * The address of a cluster's ZooKeeper in Solr's notation: {@code host:port[,host:port…][/chroot]}.
 * Because JMH splits the values of parameters at commas, a plus sign is accepted in place of a
 * comma.
 *
 * @param text the address, with commas
 */
public record ZkHost(String text) {
  /** The value of the parameter if there is no address. */
  static final String NONE_TEXT = "none";

  /** Matches a host, and a port up to 65535. */
  private static final String SERVER_PATTERN =
      "(?:[A-Za-z0-9][A-Za-z0-9._-]*|\\[[0-9A-Fa-f:.]+]):(?:[1-9][0-9]{0,3}|[1-5][0-9]{4}"
          + "|6[0-4][0-9]{3}|65[0-4][0-9]{2}|655[0-2][0-9]|6553[0-5])";

  private static final Pattern ADDRESS =
      Pattern.compile(SERVER_PATTERN + "(?:[+,]" + SERVER_PATTERN + ")*(?:/[^/\\s+,]+)*");

  static final ValueType<ZkHost> TYPE =
      ValueType.matching("host:port[+host:port…][/chroot]", ADDRESS).map(ZkHost::parse);

  /** Parses the value of a command-line option, which may contain commas. */
  public static ZkHost ofOption(String option, String text) {
    return ValueType.matching("host:port[,host:port…][/chroot]", ADDRESS)
        .map(ZkHost::parse)
        .parse(option, text);
  }

  private static ZkHost parse(String text) {
    return new ZkHost(text.replace('+', ','));
  }

  @Override
  public String toString() {
    return text;
  }
}
