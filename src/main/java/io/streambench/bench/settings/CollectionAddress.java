package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import java.util.List;

/** A collection of a running cluster, and the fields to stream; no fields means all fields. */
public record CollectionAddress(ZkHost zkHost, String collection, List<String> fields) {
  /** The option that names the cluster's ZooKeeper. */
  public static final String ZK = "--zk";

  public static final String COLLECTION = "--collection";
  public static final String FIELDS = "--fields";

  public CollectionAddress {
    fields = List.copyOf(fields);
  }

  /** Parses the options' values; only {@code fields} may be null. */
  public static CollectionAddress of(String zkHost, String collection, String fields) {
    ZkHost address = ZkHost.ofOption(ZK, zkHost);
    SettingException.throwIf(collection == null, COLLECTION, "be given with " + ZK, "");
    return new CollectionAddress(
        address,
        CollectionSettings.NAME.read(COLLECTION, collection),
        fields == null ? List.of() : CollectionSettings.FIELDS.read(FIELDS, fields));
  }
}
