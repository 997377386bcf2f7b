package io.streambench.diagnose.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.cluster.SolrHttp.Response;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

/**
 * Counts and samples the documents of a collection, and checks its fields.
 *
 * @param addressByNode maps each node's URL in the cluster state to the URL at which it is queried
 */
public record CollectionSampler(SolrHttp http, Map<String, String> addressByNode) {
  private static final int MAX_SAMPLED_SHARDS = 8;
  private static final List<String> SAMPLE_ORDERS = List.of("asc", "desc");

  /**
   * Returns the collection with its number of documents and their average size, from a sample of
   * about {@code maxDocuments} documents.
   *
   * @param fields names of the fields, separated by commas; a star for all
   * @throws IOException if a shard does not respond
   */
  public ObservedCollection withSamples(
      ObservedCollection collection, String fields, int maxDocuments) throws IOException {
    List<Replica> replicas =
        collection.activeReplicasByShard().stream().map(shard -> shard.get(0)).toList();
    List<Response> emptyResponses =
        requestSamples(
            replicas.stream().map(replica -> new SampleQuery(replica, 0, "asc")).toList(), fields);
    List<Long> documents =
        emptyResponses.stream()
            .map(response -> response.tree().at("/response/numFound").asLong())
            .toList();
    List<Integer> nonEmptyShards =
        IntStream.range(0, replicas.size())
            .filter(at -> maxDocuments > 0 && documents.get(at) > 0)
            .boxed()
            .toList();
    int shards = Math.min(MAX_SAMPLED_SHARDS, nonEmptyShards.size());
    List<SampleQuery> samples = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < shards; i++) {
      int shard = nonEmptyShards.get(i * nonEmptyShards.size() / shards);
      int rows =
          (int)
              Math.min(
                  Math.max(1, maxDocuments / shards / SAMPLE_ORDERS.size()), documents.get(shard));
      for (String order : SAMPLE_ORDERS) {
        samples.add(new SampleQuery(replicas.get(shard), rows, order));
        bytes -= responseSizeBytes(emptyResponses.get(shard));
      }
    }
    bytes +=
        requestSamples(samples, fields).stream()
            .mapToLong(CollectionSampler::responseSizeBytes)
            .sum();
    int sampled = samples.stream().mapToInt(SampleQuery::rows).sum();
    return new ObservedCollection(
        collection.name(),
        collection.shards(),
        documents.stream().mapToLong(Long::longValue).sum(),
        documents.stream().mapToLong(Long::longValue).max().orElse(0),
        sampled == 0 ? 0 : (double) bytes / sampled,
        sampled);
  }

  private static long responseSizeBytes(Response response) {
    return response.json().text().getBytes(StandardCharsets.UTF_8).length;
  }

  /** A query for the oldest (asc) or newest (desc) documents of a replica. */
  private record SampleQuery(Replica replica, int rows, String sortOrder) {}

  /** Requests all samples in parallel, in the response format of {@code SolrStream}. */
  private List<Response> requestSamples(List<SampleQuery> samples, String fields)
      throws IOException {
    String encodedFields = URLEncoder.encode(fields, StandardCharsets.UTF_8);
    List<CompletableFuture<Response>> requests =
        samples.stream()
            .map(
                sample ->
                    http.post(
                        url(sample.replica()) + "/select",
                        TextFormat.of(
                            "q=*:*&distrib=false&wt=json&sort=_docid_+%s&fl=%s&rows=%d",
                            sample.sortOrder(), encodedFields, sample.rows())))
            .toList();
    List<Response> responses = new ArrayList<>();
    for (int i = 0; i < requests.size(); i++) {
      responses.add(requireResponse(samples.get(i).replica(), requests.get(i).join()));
    }
    return responses;
  }

  private String url(Replica replica) {
    return addressByNode.getOrDefault(replica.node(), replica.node()) + "/" + replica.core();
  }

  private Response requireResponse(Replica replica, Response response) throws IOException {
    if (response.error() != null) {
      throw new IOException(url(replica) + ": " + response.error());
    }
    return response;
  }

  /** Returns the fields that Solr would silently omit from a stream, with the reasons. */
  public List<String> unreadableFields(ObservedCollection collection, List<String> fields)
      throws IOException {
    Replica replica = collection.activeReplicasByShard().get(0).get(0);
    String encodedFields = URLEncoder.encode(String.join(",", fields), StandardCharsets.UTF_8);
    JsonNode schema =
        requireResponse(
                replica,
                http.get(
                        url(replica)
                            + "/schema/fields?wt=json&includeDynamic=true&showDefaults=true&fl="
                            + encodedFields)
                    .join())
            .tree();
    Map<String, JsonNode> fieldsByName = new HashMap<>();
    schema.path("fields").forEach(field -> fieldsByName.put(field.path("name").asText(), field));
    return fields.stream()
        .filter(
            field ->
                !fieldsByName.containsKey(field)
                    || !fieldsByName.get(field).path("stored").asBoolean()
                        && !(fieldsByName.get(field).path("docValues").asBoolean()
                            && fieldsByName.get(field).path("useDocValuesAsStored").asBoolean()))
        .map(
            field ->
                field
                    + (fieldsByName.containsKey(field) ? " (not stored)" : " (not in the schema)"))
        .toList();
  }
}
