package io.streambench.cluster;

import io.streambench.config.CollectionAddress;
import io.streambench.predict.Placement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;

/**
 * The active replicas of each shard, of any type: {@code TupleStream.getReplicas} takes one by
 * chance without {@code shards.preference}.
 *
 * @param ofShards sorted by name
 * @param notActive number of those of the same shards that are down or recovering
 */
record LiveReplicas(List<List<Replica>> ofShards, long notActive) {
  LiveReplicas {
    ofShards = ofShards.stream().map(List::copyOf).toList();
  }

  /** Throws if a shard has none: a stream would return too little without an error. */
  static LiveReplicas of(String asked, Collection<DocCollection> collections, Set<String> up) {
    List<List<Replica>> ofShards = new ArrayList<>();
    for (DocCollection collection : collections) {
      collection.getActiveSlices().stream()
          .sorted(Comparator.comparing(Slice::getName))
          .forEach(shard -> ofShards.add(replicas(asked, shard, up)));
    }
    if (ofShards.isEmpty()) {
      throw ClusterException.of(CollectionAddress.COLLECTION, "have an active shard", asked);
    }
    long notActive =
        collections.stream()
            .flatMap(collection -> collection.getActiveSlices().stream())
            .flatMap(shard -> shard.getReplicas().stream())
            .filter(replica -> !replica.isActive(up))
            .count();
    return new LiveReplicas(ofShards, notActive);
  }

  private static List<Replica> replicas(String asked, Slice shard, Set<String> up) {
    List<Replica> live =
        shard.getReplicas().stream()
            .filter(replica -> replica.isActive(up))
            .sorted(Comparator.comparing(Replica::getName))
            .toList();
    if (live.isEmpty()) {
      throw ClusterException.of(
          CollectionAddress.COLLECTION,
          "have a replica that is up for every shard (" + shard.getName() + " has none)",
          asked);
    }
    return live;
  }

  /** The nodes of the replicas, as indexes in the order of the nodes' names. */
  Placement placement() {
    List<String> nodes =
        ofShards.stream()
            .flatMap(List::stream)
            .map(Replica::getNodeName)
            .distinct()
            .sorted()
            .toList();
    return Placement.of(
        ofShards.stream()
            .map(shard -> shard.stream().map(at -> nodes.indexOf(at.getNodeName())).toList())
            .toList());
  }
}
