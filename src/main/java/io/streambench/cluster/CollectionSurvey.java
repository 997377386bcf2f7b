package io.streambench.cluster;

import io.streambench.config.CollectionAddress;
import io.streambench.config.HttpVersion;
import io.streambench.config.ResponseSettings;
import io.streambench.config.TransportSettings;
import io.streambench.predict.ResponseEstimate;
import io.streambench.predict.SurveyedCollection;
import io.streambench.transport.SolrTransport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.solr.common.cloud.ClusterState;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.Replica;

/**
 * Looks where a collection of somebody else's lies and about how much it answers to a stream. It
 * reads the cluster's state and a few dozen documents, and changes nothing.
 */
public final class CollectionSurvey {
  /** The time limit for ZooKeeper, and for each answer of a node. */
  private static final Duration LIMIT = Duration.ofSeconds(10);

  private static final String ALL_FIELDS = "*";
  private static final int SAMPLED_DOCUMENTS = 64;
  private static final int SAMPLED_SHARDS = 8;
  private static final List<String> ENDS = List.of("asc", "desc");

  private final CloudConnection connection;
  private final CollectionAddress address;

  private CollectionSurvey(CloudConnection connection, CollectionAddress address) {
    this.connection = connection;
    this.address = address;
  }

  /** Looks; what is given is not read. */
  public static SurveyedCollection of(CollectionAddress address, ResponseSettings given)
      throws Exception {
    TransportSettings plain = new TransportSettings(HttpVersion.HTTP_2);
    try (SolrTransport transport = SolrTransport.open(plain);
        CloudConnection connection =
            CloudConnection.open(transport, CollectionAddress.ZK, address.zkHost(), LIMIT)) {
      return connection.asking(
          "read collection " + address.collection(),
          () -> new CollectionSurvey(connection, address).look(given));
    }
  }

  private SurveyedCollection look(ResponseSettings given) throws Exception {
    LiveReplicas replicas = replicas();
    return new SurveyedCollection(
        address.collection(),
        replicas.placement(),
        replicas.notActive(),
        given.bytes().isPresent() ? Optional.empty() : Optional.of(estimate(replicas, given)));
  }

  private LiveReplicas replicas() {
    ClusterState state = connection.state().getClusterState();
    Set<String> up = state.getLiveNodes();
    if (up.isEmpty()) {
      throw ClusterException.of(
          CollectionAddress.ZK, "have a node that is up", connection.zkHost());
    }
    List<DocCollection> collections = new ArrayList<>();
    for (String name : check().collections()) {
      DocCollection found = state.getCollectionOrNull(name);
      if (found == null) {
        throw check().missing();
      }
      collections.add(found);
    }
    return LiveReplicas.of(address.collection(), collections, up);
  }

  private CollectionCheck check() {
    return new CollectionCheck(connection, address.collection(), "--");
  }

  private ResponseEstimate estimate(LiveReplicas replicas, ResponseSettings given)
      throws Exception {
    List<Replica> asked = replicas.ofShards().stream().map(shard -> shard.get(0)).toList();
    List<String> fields = address.fields();
    ShardProbe probe =
        new ShardProbe(
            connection.http(), fields.isEmpty() ? ALL_FIELDS : String.join(",", fields), LIMIT);
    List<ShardProbe.Empty> counts = new ArrayList<>();
    for (Replica replica : asked) {
      counts.add(probe.count(replica));
    }
    List<Long> documents = counts.stream().map(ShardProbe.Empty::documents).toList();
    long there = documents.stream().mapToLong(Long::longValue).sum();
    if (there == 0 && (given.documents().isEmpty() || given.documentBytes().isEmpty())) {
      throw ClusterException.of(
          CollectionAddress.COLLECTION, "hold documents", address.collection());
    }
    long all = given.documents().orElse(there);
    long largest = ResponseEstimate.largestShard(all, documents);
    if (given.documentBytes().isPresent()) {
      return new ResponseEstimate(all, largest, given.documentBytes().getAsLong(), 0);
    }
    if (!fields.isEmpty()) {
      check().readable(fields);
    }
    return sample(probe, asked, counts, all, largest);
  }

  /** Reads a few dozen documents, the oldest and the newest of some shards, for their size. */
  private static ResponseEstimate sample(
      ShardProbe probe,
      List<Replica> replicas,
      List<ShardProbe.Empty> counts,
      long all,
      long largest)
      throws Exception {
    List<Integer> filled =
        IntStream.range(0, replicas.size())
            .filter(shard -> counts.get(shard).documents() > 0)
            .boxed()
            .toList();
    int shards = Math.min(SAMPLED_SHARDS, filled.size());
    int sampled = 0;
    long bytes = 0;
    for (int i = 0; i < shards; i++) {
      int shard = filled.get(i * filled.size() / shards);
      ShardProbe.Empty empty = counts.get(shard);
      int rows = (int) Math.min(SAMPLED_DOCUMENTS / shards / ENDS.size(), empty.documents());
      for (String end : ENDS) {
        bytes += probe.bytes(replicas.get(shard), rows, end) - empty.bytes();
        sampled += rows;
      }
    }
    return new ResponseEstimate(all, largest, (double) bytes / sampled, sampled);
  }
}
