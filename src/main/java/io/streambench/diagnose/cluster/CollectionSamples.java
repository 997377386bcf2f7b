package io.streambench.diagnose.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.base.TextFormat;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.cluster.SolrHttp.Answer;
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
 * Counts and samples the documents of a collection, and checks their fields.
 *
 * @param addresses the URL that is used for each node, by the node's URL in its cluster
 */
public record CollectionSamples(SolrHttp http, Map<String, String> addresses) {
  private static final int SAMPLED_SHARDS = 8;
  private static final List<String> SAMPLE_ORDERS = List.of("asc", "desc");

  /**
   * Returns the collection with its number of documents and their average size, from a sample of
   * about {@code most} documents.
   *
   * @param fields fields of the documents, separated by commas; a star for all
   * @throws IOException if a shard does not answer
   */
  public ObservedCollection withSamples(ObservedCollection collection, String fields, int most)
      throws IOException {
    List<Replica> asked = collection.activeReplicas().stream().map(shard -> shard.get(0)).toList();
    List<Answer> empty =
        select(asked.stream().map(replica -> new SampleQuery(replica, 0, "asc")).toList(), fields);
    List<Long> documents =
        empty.stream().map(one -> one.tree().at("/response/numFound").asLong()).toList();
    List<Integer> filled =
        IntStream.range(0, asked.size())
            .filter(at -> most > 0 && documents.get(at) > 0)
            .boxed()
            .toList();
    int shards = Math.min(SAMPLED_SHARDS, filled.size());
    List<SampleQuery> samples = new ArrayList<>();
    long bytes = 0;
    for (int i = 0; i < shards; i++) {
      int shard = filled.get(i * filled.size() / shards);
      int rows =
          (int) Math.min(Math.max(1, most / shards / SAMPLE_ORDERS.size()), documents.get(shard));
      for (String end : SAMPLE_ORDERS) {
        samples.add(new SampleQuery(asked.get(shard), rows, end));
        bytes -= size(empty.get(shard));
      }
    }
    bytes += select(samples, fields).stream().mapToLong(CollectionSamples::size).sum();
    int sampled = samples.stream().mapToInt(SampleQuery::rows).sum();
    return new ObservedCollection(
        collection.name(),
        collection.shards(),
        documents.stream().mapToLong(Long::longValue).sum(),
        documents.stream().mapToLong(Long::longValue).max().orElse(0),
        sampled == 0 ? 0 : (double) bytes / sampled,
        sampled);
  }

  private static long size(Answer answer) {
    return answer.json().text().getBytes(StandardCharsets.UTF_8).length;
  }

  /** The oldest (asc) or newest (desc) documents of a replica. */
  private record SampleQuery(Replica replica, int rows, String order) {}

  /** Requests all samples in parallel, in the format that {@code SolrStream} uses. */
  private List<Answer> select(List<SampleQuery> samples, String fields) throws IOException {
    String names = URLEncoder.encode(fields, StandardCharsets.UTF_8);
    List<CompletableFuture<Answer>> asked =
        samples.stream()
            .map(
                one ->
                    http.post(
                        url(one.replica()) + "/select",
                        TextFormat.of(
                            "q=*:*&distrib=false&wt=json&sort=_docid_+%s&fl=%s&rows=%d",
                            one.order(), names, one.rows())))
            .toList();
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < asked.size(); i++) {
      answers.add(requireAnswer(samples.get(i).replica(), asked.get(i).join()));
    }
    return answers;
  }

  private String url(Replica replica) {
    return addresses.getOrDefault(replica.node(), replica.node()) + "/" + replica.core();
  }

  private Answer requireAnswer(Replica replica, Answer answer) throws IOException {
    if (answer.error() != null) {
      throw new IOException(url(replica) + ": " + answer.error());
    }
    return answer;
  }

  /** Returns the fields that a stream cannot read, with the reasons. Solr omits them silently. */
  public List<String> unreadable(ObservedCollection collection, List<String> fields)
      throws IOException {
    Replica replica = collection.activeReplicas().get(0).get(0);
    String names = URLEncoder.encode(String.join(",", fields), StandardCharsets.UTF_8);
    JsonNode schema =
        requireAnswer(
                replica,
                http.get(
                        url(replica)
                            + "/schema/fields?wt=json&includeDynamic=true&showDefaults=true&fl="
                            + names)
                    .join())
            .tree();
    Map<String, JsonNode> there = new HashMap<>();
    schema.path("fields").forEach(field -> there.put(field.path("name").asText(), field));
    return fields.stream()
        .filter(
            field ->
                !there.containsKey(field)
                    || !there.get(field).path("stored").asBoolean()
                        && !(there.get(field).path("docValues").asBoolean()
                            && there.get(field).path("useDocValuesAsStored").asBoolean()))
        .map(field -> field + (there.containsKey(field) ? " (not stored)" : " (not in the schema)"))
        .toList();
  }
}
