package io.streambench.bench.cluster;

import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.program.JavaProcess;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.util.ContentStreamBase.ByteArrayStream;

/** A stock SolrCloud of two processes, a node in each, with a collection of twelve shards. */
public record StockProcesses(JavaProcess first, JavaProcess second) implements AutoCloseable {
  private static final int SHARDS = 12;

  /** Starts it, with documents of 10 KB, a run of them in each shard, so that merges stall. */
  public static StockProcesses start(Path folder, String collection, int documents)
      throws Exception {
    JavaProcess first = StockNode.start(folder.resolve("one"), "");
    String zkHost = StockNode.addresses(first).get(0);
    StockProcesses nodes =
        new StockProcesses(first, StockNode.start(folder.resolve("two"), zkHost));
    ClusterSettings shape = ClusterSettings.embedded(2, SHARDS, 1, DocumentPlacement.RUNS);
    try (CloudHttp2SolrClient solr =
        new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty()).build()) {
      new ConfigSetAdminRequest.Upload()
          .setConfigSetName(collection)
          .setUploadStream(new ByteArrayStream(zip(), "zip", "application/zip"))
          .process(solr);
      NewCollection.create(collection, collection, shape).process(solr);
      NewCollection.indexer(
              collection, shape, new DocumentSettings(documents, 10_000, 1, 2, 200), solr)
          .index();
    }
    return nodes;
  }

  /** Texts as {@code /export} asks for them: a node merges what comes from there and no other. */
  private static byte[] zip() throws Exception {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : NewCollection.configSet().entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(StockCluster.withDocValues(file.getValue()).getBytes(StandardCharsets.UTF_8));
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }

  public String zkHost() {
    return StockNode.addresses(first).get(0);
  }

  /** The URL of each node. */
  public List<String> urls() {
    return List.of(StockNode.addresses(first).get(1), StockNode.addresses(second).get(1));
  }

  @Override
  public void close() {
    second.kill();
    first.kill();
  }
}
