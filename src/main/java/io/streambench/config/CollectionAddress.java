package io.streambench.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A collection whose place and size are to be read from a cluster that runs.
 *
 * @param zkHost the cluster's ZooKeeper
 * @param collection its name, or an alias
 * @param fields that will be streamed; empty for all that can be
 */
public record CollectionAddress(ZkHost zkHost, String collection, List<String> fields) {
  /** The option that names the cluster. */
  public static final String ZK = "--zk";

  /** The option that names the collection. */
  public static final String COLLECTION = "--collection";

  /** The option that names the fields. */
  public static final String FIELDS = "--fields";

  /** The options whose values the cluster itself tells. */
  private static final List<String> SHAPE =
      List.of("--shards", "--nodes", "--replicas", "--streams-per-session");

  public CollectionAddress {
    fields = List.copyOf(fields);
  }

  /**
   * Reads the options.
   *
   * @param given options by their names, as text; those that were left out are not there
   */
  static Optional<CollectionAddress> of(Map<String, String> given) {
    if (!given.containsKey(ZK)) {
      for (String needy : List.of(COLLECTION, FIELDS)) {
        if (given.containsKey(needy)) {
          throw new SettingException(needy, "come with " + ZK, given.get(needy));
        }
      }
      return Optional.empty();
    }
    for (String shape : SHAPE) {
      if (given.containsKey(shape)) {
        throw new SettingException(
            shape, "be left out where " + ZK + " is given, which knows it", given.get(shape));
      }
    }
    ZkHost zkHost = ZkHost.ofOption(ZK, given.get(ZK));
    if (!given.containsKey(COLLECTION)) {
      throw new SettingException(COLLECTION, "be given with " + ZK, "");
    }
    return Optional.of(
        new CollectionAddress(
            zkHost,
            CollectionSettings.name(COLLECTION, "", given.get(COLLECTION)),
            given.containsKey(FIELDS)
                ? CollectionSettings.fields(FIELDS, "", given.get(FIELDS))
                : List.of()));
  }
}
