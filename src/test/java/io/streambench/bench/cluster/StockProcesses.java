package io.streambench.bench.cluster;

import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.program.JavaProcess;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.util.ContentStreamBase.ByteArrayStream;

/** A stock SolrCloud of two processes with one node each, and a collection of twelve shards. */
public record StockProcesses(JavaProcess first, JavaProcess second) implements AutoCloseable {
  private static final int SHARDS = 12;

  /** The idle timeout of the nodes. The stock timeout would end a hang during a test. */
  private static final Duration IDLE_TIMEOUT = Duration.ofHours(1);

  /**
   * Starts the cluster with documents of 10,000 bytes. Each shard holds consecutive documents, so
   * that merges stall.
   */
  public static StockProcesses start(Path folder, String collection, int documents)
      throws Exception {
    JavaProcess first = StockNode.start(folder.resolve("one"), "", 0, IDLE_TIMEOUT);
    String zkHost = StockNode.addresses(first).get(0);
    StockProcesses nodes =
        new StockProcesses(first, StockNode.start(folder.resolve("two"), zkHost, 0, IDLE_TIMEOUT));
    ClusterSettings shape = ClusterSettings.embedded(2, SHARDS, 1, DocumentPlacement.RUNS);
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty()).build()) {
      new ConfigSetAdminRequest.Upload()
          .setConfigSetName(collection)
          .setUploadStream(
              new ByteArrayStream(
                  NewCollection.createZip(StockCluster.configSetWithDocValues()),
                  "zip",
                  "application/zip"))
          .process(solr);
      NewCollection.newCreateRequest(collection, collection, shape).process(solr);
      NewCollection.newIndexer(
              collection, shape, new DocumentSettings(documents, 10_000, 1, 2, 200), solr)
          .index();
    }
    return nodes;
  }

  public String zkHost() {
    return StockNode.addresses(first).get(0);
  }

  /** Returns the URL of each node. */
  public List<String> urls() {
    return List.of(StockNode.addresses(first).get(1), StockNode.addresses(second).get(1));
  }

  @Override
  public void close() {
    second.kill();
    first.kill();
  }
}
