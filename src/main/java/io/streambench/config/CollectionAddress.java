package io.streambench.config;

import java.util.List;

/**
 * A collection whose place and size are to be read from a cluster that runs.
 *
 * @param zkHost the cluster's ZooKeeper
 * @param collection its name, or an alias
 * @param fields that will be streamed; empty for all that can be
 */
public record CollectionAddress(ZkHost zkHost, String collection, List<String> fields) {
  /** The options that name the cluster, the collection and the fields. */
  public static final String ZK = "--zk";

  public static final String COLLECTION = "--collection";
  public static final String FIELDS = "--fields";

  public CollectionAddress {
    fields = List.copyOf(fields);
  }

  /** Reads the options; the collection and the fields may be null. */
  public static CollectionAddress of(String zkHost, String collection, String fields) {
    ZkHost address = ZkHost.ofOption(ZK, zkHost);
    if (collection == null) {
      throw new SettingException(COLLECTION, "be given with " + ZK, "");
    }
    return new CollectionAddress(
        address,
        CollectionSettings.name(COLLECTION, "", collection),
        fields == null ? List.of() : CollectionSettings.fields(FIELDS, "", fields));
  }
}
