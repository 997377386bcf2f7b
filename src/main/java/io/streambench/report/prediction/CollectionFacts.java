package io.streambench.report.prediction;

import io.streambench.config.Text;
import io.streambench.predict.Placement;
import io.streambench.predict.ResponseEstimate;
import io.streambench.predict.SurveyedCollection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.IntStream;

/** The facts that a prediction took from a cluster that runs; for people and programs. */
final class CollectionFacts {
  private final SurveyedCollection collection;

  CollectionFacts(SurveyedCollection collection) {
    this.collection = collection;
  }

  /** A sentence about the place, and one about the size if that was estimated. */
  String sentences() {
    Placement placement = collection.placement();
    String place =
        Text.of(
            "Collection %s has %,d shard(s) with %,d replica(s) up, on %,d node(s).",
            collection.name(), placement.shards(), placement.replicas(), placement.nodes());
    String waiting =
        collection.replicasNotActive() == 0
            ? ""
            : Text.of(
                " Not active: %,d replica(s). More streams can go to a node once all are active.",
                collection.replicasNotActive());
    return place + waiting + collection.response().map(CollectionFacts::size).orElse("");
  }

  private static String size(ResponseEstimate response) {
    return Text.of(
        " Estimated: of %,d documents %,d in the largest shard, %s%,.0f bytes each%s, make a"
            + " response of about %s.",
        response.documents(),
        response.largestShard(),
        response.sampled() == 0 ? "" : "about ",
        response.documentBytes(),
        response.sampled() == 0 ? "" : Text.of(" (the mean of %d)", response.sampled()),
        PredictionReport.decimal(response.responseBytes()));
  }

  /** The facts by name, for JSON. */
  Map<String, Object> json() {
    Placement placement = collection.placement();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", collection.name());
    facts.put("shards", placement.shards());
    facts.put("nodes", placement.nodes());
    facts.put("replicas", placement.replicas());
    facts.put("replicasNotActive", collection.replicasNotActive());
    facts.put("fewestReplicasOfAShard", ofShards(placement).min().orElseThrow());
    facts.put("mostReplicasOfAShard", ofShards(placement).max().orElseThrow());
    collection
        .response()
        .ifPresent(
            response -> {
              facts.put("documents", response.documents());
              facts.put("documentsOfLargestShard", response.largestShard());
              facts.put("documentBytes", response.documentBytes());
              facts.put("sampledDocuments", response.sampled());
              facts.put("responseBytes", response.responseBytes());
            });
    return facts;
  }

  private static IntStream ofShards(Placement placement) {
    return IntStream.range(0, placement.shards()).map(placement::replicas);
  }
}
