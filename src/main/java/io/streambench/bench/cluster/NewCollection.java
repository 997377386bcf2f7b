package io.streambench.bench.cluster;

import io.streambench.bench.documents.BulkIndexer;
import io.streambench.bench.documents.DocumentRuns;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.bench.settings.DocumentSettings;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.solr.client.solrj.SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;

/** Provides the request, the indexer and the config set for creating and filling a collection. */
final class NewCollection {
  private NewCollection() {}

  static CollectionAdminRequest.Create newCreateRequest(
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

  static BulkIndexer newIndexer(
      String name, ClusterSettings settings, DocumentSettings documents, SolrClient client) {
    return new BulkIndexer(
        documents,
        settings.placement() == DocumentPlacement.RUNS
            ? Optional.of(new DocumentRuns(documents.docCount(), settings.numShards()))
            : Optional.empty(),
        client,
        name);
  }

  static Map<String, byte[]> readConfigSet() throws IOException {
    Map<String, byte[]> files = new LinkedHashMap<>();
    for (String name : List.of("schema.xml", "solrconfig.xml")) {
      try (InputStream in = NewCollection.class.getResourceAsStream("configset/" + name)) {
        files.put(name, in.readAllBytes());
      }
    }
    return files;
  }

  static byte[] createZip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        zip.putNextEntry(new ZipEntry(file.getKey()));
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return bytes.toByteArray();
  }
}
