package io.streambench.cluster;

import io.streambench.config.ClusterSettings;
import io.streambench.config.DocumentPlacement;
import io.streambench.config.DocumentSettings;
import io.streambench.documents.BulkIndexer;
import io.streambench.documents.DocumentRuns;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;

/** A collection of our own: how it is made, and how it is filled, by the placement of documents. */
final class NewCollection {
  private NewCollection() {}

  /** The request that makes it. */
  static CollectionAdminRequest.Create create(
      String name, String configSet, ClusterSettings settings) {
    return switch (settings.placement()) {
      case HASH ->
          CollectionAdminRequest.createCollection(
              name, configSet, settings.numShards(), settings.numReplicas());
      case RUNS ->
          CollectionAdminRequest.createCollectionWithImplicitRouter(
              name,
              configSet,
              IntStream.range(0, settings.numShards())
                  .mapToObj(DocumentRuns::shardName)
                  .collect(Collectors.joining(",")),
              settings.numReplicas());
    };
  }

  /** The indexer that fills it. */
  static BulkIndexer indexer(
      String name, ClusterSettings settings, DocumentSettings documents, SolrClient client) {
    return new BulkIndexer(
        documents,
        settings.placement() == DocumentPlacement.RUNS
            ? Optional.of(new DocumentRuns(documents.docCount(), settings.numShards()))
            : Optional.empty(),
        client,
        name);
  }
}
