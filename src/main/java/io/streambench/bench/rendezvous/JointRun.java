package io.streambench.bench.rendezvous;

import io.streambench.base.SettingException;
import java.util.Optional;

/**
 * A benchmark run in which several clients measure together. The component {@code client} is the
 * name of this client.
 */
public record JointRun(String zkHost, String name, String client) {
  /** The system property that passes the joint run to a fork. */
  public static final String PROPERTY = "streambench.joint";

  /** The path of the ZooKeeper node of all joint runs, relative to the cluster's chroot. */
  static final String ROOT_PATH = "/streambench-runs";

  private static final String NAME_PATTERN = "\\w[\\w.-]{0,99}";
  private static final String SEPARATOR = "|";
  private static final int PART_COUNT = 3;

  public JointRun {
    if (!name.matches(NAME_PATTERN)) {
      throw new SettingException(
          "--run", "be letters, digits, '.', '_' and '-', and not begin with '.' or '-'", name);
    }
  }

  public String encode() {
    return String.join(SEPARATOR, name, client, zkHost);
  }

  /** Parses the value of {@link #PROPERTY}. Returns empty if {@code encoded} is null. */
  public static Optional<JointRun> of(String encoded) {
    if (encoded == null) {
      return Optional.empty();
    }
    String[] parts = encoded.split("\\" + SEPARATOR, PART_COUNT);
    if (parts.length < PART_COUNT) {
      throw new SettingException(PROPERTY, "be set by ./streambench join alone", encoded);
    }
    return Optional.of(new JointRun(parts[2], parts[0], parts[1]));
  }

  String nodePath(String... names) {
    return ROOT_PATH + "/" + name + (names.length == 0 ? "" : "/" + String.join("/", names));
  }
}
