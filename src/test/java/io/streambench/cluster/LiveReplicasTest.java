package io.streambench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.predict.Placement;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.solr.common.cloud.DocCollection;
import org.apache.solr.common.cloud.DocRouter;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.junit.jupiter.api.Test;

class LiveReplicasTest {
  private static final Set<String> UP = Set.of("a:1_solr", "b:1_solr");

  private static Replica replica(
      String shard, String name, String node, Replica.State state, Replica.Type type) {
    return new Replica(
        name,
        node,
        "books",
        shard,
        "core-" + name,
        state,
        type,
        Map.of("base_url", "http://" + node.replace('_', '/')));
  }

  private static Replica active(String shard, String name, String node) {
    return replica(shard, name, node, Replica.State.ACTIVE, Replica.Type.NRT);
  }

  private static Slice shard(String name, String state, Replica... replicas) {
    Map<String, Replica> byName = new LinkedHashMap<>();
    for (Replica replica : replicas) {
      byName.put(replica.getName(), replica);
    }
    return new Slice(name, byName, Map.of("state", state), "books");
  }

  private static LiveReplicas of(Slice... shards) {
    Map<String, Slice> byName = new LinkedHashMap<>();
    for (Slice shard : shards) {
      byName.put(shard.getName(), shard);
    }
    DocCollection books = new DocCollection("books", byName, Map.of(), DocRouter.DEFAULT);
    return LiveReplicas.of("library", List.of(books), UP);
  }

  private static List<List<String>> names(LiveReplicas replicas) {
    return replicas.ofShards().stream()
        .map(shard -> shard.stream().map(Replica::getName).toList())
        .toList();
  }

  @Test
  void allTypesCountThatAreActiveOnANodeThatIsUp() {
    LiveReplicas live =
        of(
            shard(
                "shard1",
                "active",
                replica("shard1", "r3", "b:1_solr", Replica.State.ACTIVE, Replica.Type.PULL),
                replica("shard1", "r2", "a:1_solr", Replica.State.ACTIVE, Replica.Type.TLOG),
                replica("shard1", "r1", "a:1_solr", Replica.State.ACTIVE, Replica.Type.NRT),
                replica("shard1", "r4", "a:1_solr", Replica.State.RECOVERING, Replica.Type.NRT),
                replica("shard1", "r5", "gone:1_solr", Replica.State.ACTIVE, Replica.Type.NRT)));
    assertThat(names(live)).containsExactly(List.of("r1", "r2", "r3"));
  }

  @Test
  void shardsThatWereSplitOrAreBeingMadeAreNotRead() {
    LiveReplicas live =
        of(
            shard("shard1_1", "active", active("shard1_1", "r3", "b:1_solr")),
            shard("shard1", "inactive", active("shard1", "r1", "a:1_solr")),
            shard("shard1_0", "active", active("shard1_0", "r2", "a:1_solr")),
            shard("shard2_0", "construction", active("shard2_0", "r4", "a:1_solr")));
    assertThat(names(live)).containsExactly(List.of("r2"), List.of("r3"));
  }

  @Test
  void theirPlacesAreThoseOfTheirNodes() {
    Placement placement =
        of(
                shard("shard1", "active", active("shard1", "r1", "b:1_solr")),
                shard(
                    "shard2",
                    "active",
                    active("shard2", "r2", "b:1_solr"),
                    active("shard2", "r3", "a:1_solr"),
                    active("shard2", "r4", "b:1_solr")))
            .placement();
    assertThat(placement).isEqualTo(Placement.of(List.of(List.of(1), List.of(1, 0, 1))));
    assertThat(placement.nodes()).isEqualTo(2);
    assertThat(placement.mostOnNode()).isEqualTo(2);
  }

  @Test
  void aShardWithoutAReplicaThatIsUpAndACollectionWithoutAShardAreRefused() {
    Slice down = shard("shard2", "active", active("shard2", "r2", "gone:1_solr"));
    assertThatThrownBy(
            () -> of(shard("shard1", "active", active("shard1", "r1", "a:1_solr")), down))
        .isInstanceOf(ClusterException.class)
        .hasMessageContaining("shard2");
    assertThatThrownBy(() -> of(shard("shard1", "inactive", active("shard1", "r1", "a:1_solr"))))
        .isInstanceOf(ClusterException.class);
  }
}
