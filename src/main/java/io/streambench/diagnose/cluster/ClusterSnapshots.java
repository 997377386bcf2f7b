package io.streambench.diagnose.cluster;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.Json;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipException;

/**
 * The snapshots of the nodes of a cluster. A file has one line of JSON for all collections, then
 * one line for each snapshot.
 *
 * @param stateMillis when the state of the replicas was last requested; empty if unknown
 */
public record ClusterSnapshots(
    List<ObservedCollection> collections, OptionalLong stateMillis, List<NodeSnapshot> snapshots) {
  private static final String FORMAT_KEY = "streambench-looks";
  private static final String FIRST_LINE_PREFIX = "{\"" + FORMAT_KEY + "\":1";
  private static final String ANSWER_FIELD = "answer";

  /**
   * The JSON field for the number of snapshots. Files of earlier versions do not contain this
   * field.
   */
  private static final String SNAPSHOT_COUNT_FIELD = "snapshots";

  public ClusterSnapshots {
    collections = List.copyOf(collections);
    snapshots = List.copyOf(snapshots);
  }

  /** Returns the nodes' URLs in the order of their first snapshots. */
  List<String> nodes() {
    return snapshots.stream().map(NodeSnapshot::node).distinct().toList();
  }

  /** Returns whether every node has responded since the cluster state was requested. */
  boolean isStateOlderThanResponses() {
    return stateMillis.isPresent()
        && nodes().stream()
            .map(this::snapshotsOfNode)
            .allMatch(own -> own.get(own.size() - 1).millis() >= stateMillis.getAsLong());
  }

  List<NodeSnapshot> snapshotsOfNode(String node) {
    return snapshots.stream().filter(snapshot -> snapshot.node().equals(node)).toList();
  }

  /**
   * Returns a copy with more snapshots and with the current replicas of the collections. The
   * document counts of the collections are kept.
   *
   * @param requestedMillis when the collections were requested; empty if the cluster did not
   *     respond
   * @param maxSnapshots maximum number of snapshots per node; the oldest are dropped
   */
  public ClusterSnapshots withAdditional(
      List<NodeSnapshot> newSnapshots,
      List<ObservedCollection> currentCollections,
      OptionalLong requestedMillis,
      int maxSnapshots) {
    Map<String, ObservedCollection> before =
        collections.stream()
            .collect(Collectors.toMap(ObservedCollection::name, collection -> collection));
    List<ObservedCollection> counted =
        currentCollections.stream()
            .map(
                collection ->
                    before
                        .getOrDefault(collection.name(), collection)
                        .withShards(collection.shards()))
            .toList();
    return new ClusterSnapshots(
            counted,
            requestedMillis,
            Stream.concat(snapshots.stream(), newSnapshots.stream()).toList())
        .withNewest(maxSnapshots);
  }

  /** Returns a copy with at most the newest {@code maxSnapshots} snapshots of each node. */
  public ClusterSnapshots withNewest(int maxSnapshots) {
    int newest = snapshots.stream().mapToInt(NodeSnapshot::look).max().orElse(0);
    return new ClusterSnapshots(
        collections,
        stateMillis,
        snapshots.stream().filter(snapshot -> snapshot.look() > newest - maxSnapshots).toList());
  }

  /**
   * Writes the snapshots to a file. All lines are redacted once before the file is written, so that
   * a name has the same placeholder in every line.
   *
   * @param file the file, which is compressed if its name ends with {@code .gz}
   * @param redaction replaces confidential data in a JSON tree
   */
  public void write(Path file, UnaryOperator<JsonNode> redaction) throws IOException {
    write(Writer.nullWriter(), redaction);
    AtomicFile.write(
        file,
        part -> {
          boolean gzipped = file.toString().endsWith(".gz");
          OutputStream out = Files.newOutputStream(part);
          try (Writer lines =
              new OutputStreamWriter(gzipped ? new GZIPOutputStream(out) : out, US_ASCII)) {
            write(lines, redaction);
          }
        });
  }

  private void write(Writer lines, UnaryOperator<JsonNode> redaction) throws IOException {
    ObjectNode head =
        Json.MAPPER
            .createObjectNode()
            .put(FORMAT_KEY, 1)
            .put(SNAPSHOT_COUNT_FIELD, snapshots.size());
    head.set("collections", redaction.apply(Json.MAPPER.valueToTree(collections)));
    lines.append(Json.ASCII_WRITER.writeValueAsString(head)).append('\n');
    for (NodeSnapshot snapshot : snapshots) {
      ObjectNode line = Json.MAPPER.valueToTree(snapshot);
      if (snapshot.answer().isObject()) {
        line.set(ANSWER_FIELD, SolrHttp.parseJson(snapshot.answer().text()));
      }
      lines.append(Json.ASCII_WRITER.writeValueAsString(redaction.apply(line))).append('\n');
    }
  }

  /** Reads snapshots from a file; returns empty if the file does not contain snapshots. */
  public static Optional<ClusterSnapshots> read(Path file) throws IOException {
    if (!Files.isRegularFile(file)) {
      return Optional.empty();
    }
    boolean isOfThisKind = false;
    try (BufferedReader lines = reader(file)) {
      char[] begin = new char[FIRST_LINE_PREFIX.length()];
      lines.mark(begin.length);
      if (lines.read(begin) < begin.length || !new String(begin).equals(FIRST_LINE_PREFIX)) {
        return Optional.empty();
      }
      lines.reset();
      isOfThisKind = true;
      JsonNode head = Json.MAPPER.readTree(lines.readLine());
      List<ObservedCollection> collections = new ArrayList<>();
      for (JsonNode collection : head.path("collections")) {
        collections.add(Json.MAPPER.treeToValue(collection, ObservedCollection.class));
      }
      List<NodeSnapshot> snapshots = new ArrayList<>();
      for (String line; (line = lines.readLine()) != null; ) {
        if (line.isBlank()) {
          continue;
        }
        if (!(Json.MAPPER.readTree(line) instanceof ObjectNode snapshot)
            || !snapshot.hasNonNull("node")
            || !snapshot.hasNonNull("facts")) {
          throw new EOFException();
        }
        JsonNode answer = snapshot.path(ANSWER_FIELD);
        snapshot.put(ANSWER_FIELD, answer.isObject() ? answer.toString() : answer.asText());
        snapshots.add(Json.MAPPER.treeToValue(snapshot, NodeSnapshot.class));
      }
      if (snapshots.size() < head.path(SNAPSHOT_COUNT_FIELD).asInt(1)) {
        throw new EOFException();
      }
      return Optional.of(new ClusterSnapshots(collections, OptionalLong.empty(), snapshots));
    } catch (JacksonException | EOFException | ZipException e) {
      if (!isOfThisKind) {
        return Optional.empty();
      }
      throw new IOException("a line of " + file.getFileName() + " is damaged or cut", e);
    }
  }

  private static BufferedReader reader(Path file) throws IOException {
    InputStream in = new BufferedInputStream(Files.newInputStream(file));
    in.mark(2);
    boolean gzipped = in.read() == 0x1f && in.read() == 0x8b;
    in.reset();
    return new BufferedReader(
        new InputStreamReader(gzipped ? new GZIPInputStream(in) : in, ISO_8859_1));
  }
}
