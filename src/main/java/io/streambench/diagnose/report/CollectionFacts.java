package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.flow.predict.Placement;
import java.util.IntSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The facts about a collection in the report of its prediction. */
final class CollectionFacts {
  private CollectionFacts() {}

  /**
   * Returns a sentence about the nodes that streams go to and, if the response size was estimated,
   * a sentence about the size.
   */
  static String describe(ObservedCollection collection) {
    Placement placement = collection.placement();
    String place =
        TextFormat.of(
            "Collection %s has %,d shard(s) with %,d replica(s) up, on %,d node(s).",
            collection.name(),
            placement.shardCount(),
            placement.replicaCount(),
            placement.nodeCount());
    String waiting =
        collection.inactiveReplicaCount() == 0
            ? ""
            : TextFormat.of(
                " Not active: %,d replica(s). More streams can go to a node once all are active.",
                collection.inactiveReplicaCount());
    return place + waiting + (collection.responseBytes() == 0 ? "" : sizeText(collection));
  }

  private static String sizeText(ObservedCollection collection) {
    return TextFormat.of(
        " Estimated: of %,d documents %,d in the largest shard, %s%,.0f bytes each%s, make a"
            + " response of about %s.",
        collection.documents(),
        collection.largestShard(),
        collection.sampled() == 0 ? "" : "about ",
        collection.documentBytes(),
        collection.sampled() == 0 ? "" : TextFormat.of(" (the mean of %d)", collection.sampled()),
        PredictionReport.formatDecimalSize(collection.responseBytes()));
  }

  /** Returns the facts by name, to be written as JSON. */
  static Map<String, Object> json(ObservedCollection collection) {
    Placement placement = collection.placement();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", collection.name());
    facts.put("shards", placement.shardCount());
    facts.put("nodes", placement.nodeCount());
    facts.put("replicas", placement.replicaCount());
    facts.put("replicasNotActive", collection.inactiveReplicaCount());
    IntSummaryStatistics ofShards =
        IntStream.range(0, placement.shardCount()).map(placement::replicaCount).summaryStatistics();
    facts.put("fewestReplicasOfAShard", ofShards.getMin());
    facts.put("mostReplicasOfAShard", ofShards.getMax());
    if (collection.responseBytes() > 0) {
      facts.put("documents", collection.documents());
      facts.put("documentsOfLargestShard", collection.largestShard());
      facts.put("documentBytes", collection.documentBytes());
      facts.put("sampledDocuments", collection.sampled());
      facts.put("responseBytes", collection.responseBytes());
    }
    return facts;
  }
}
