package io.streambench.report.diagnosis;

import io.streambench.analysis.ClusterHang.Merge;
import io.streambench.config.Text;
import io.streambench.diagnose.ClusterDiagnosis;
import io.streambench.diagnose.ClusterDiagnosis.Forecast;
import io.streambench.diagnose.ClusterDiagnosis.Node;
import io.streambench.predict.SafeWindowRule;
import io.streambench.report.document.Document.Section;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** What a report on a cluster has besides the verdict: its nodes, its collections, what is set. */
record ClusterParts(ClusterDiagnosis cluster) {
  /** Nodes of earlier versions read streams over HTTP/1.1 in any case. */
  private static final double FIRST_AFFECTED = 9.09;

  private static final String LINE =
      "In solr.in.sh of each that merges: SOLR_OPTS=\"$SOLR_OPTS -Dsolr.http1=true\". Restart one"
          + " node at a time. Price: one connection for each stream, and HTTP/1.1 for all requests"
          + " of that node.";
  private static final int MOST_COLLECTIONS = 10;

  List<Section> sections() {
    ResultTable nodes =
        ResultTable.of("Nodes", cluster.nodes())
            .text("node", Node::baseUrl)
            .text("Solr", Node::solr)
            .text("Java", Node::java)
            .text("its client", Node::protocol)
            .text("our jar", Node::repair)
            .number("merges", node -> node.threads().merges().size())
            .text("senders blocked", ClusterParts::senders)
            .number("shards only here", this::shardsOnly)
            .text("not seen", Node::error);
    List<Forecast> listed =
        cluster.collections().stream()
            .sorted(
                Comparator.comparing((Forecast one) -> one.rule().zone())
                    .thenComparingInt(one -> one.rule().streamsPerSession())
                    .reversed())
            .limit(MOST_COLLECTIONS)
            .toList();
    ResultTable collections =
        ResultTable.of("Can a merge of a whole collection stall over HTTP/2?", listed)
            .text("collection", one -> one.seen().name())
            .text("answer", one -> one.rule().zone())
            .number("shards", one -> one.seen().shards().size())
            .number("streams per connection", one -> one.rule().streamsPerSession())
            .number("sent per shard", ClusterParts::size)
            .number("can stall from", one -> bytes(one.rule().smallestUnsafeResponse()))
            .number("can stall with", one -> queries(one.notSafeFromQueries()));
    return List.of(
        Section.of(nodes), Section.of(collections), Section.items("Settings", settings()));
  }

  private static String senders(Node node) {
    return Text.of("%d of %d", node.threads().blocked(), node.threads().senders());
  }

  private long shardsOnly(Node node) {
    return cluster.collections().stream().mapToLong(c -> c.seen().onlyOn(node.baseUrl())).sum();
  }

  private static String size(Forecast one) {
    return one.seen().sampled() == 0 ? "any size" : Amounts.rounded(one.seen().responseBytes());
  }

  private static String bytes(OptionalLong size) {
    return size.isPresent() ? Amounts.rounded(size.getAsLong()) + " per shard" : "no size";
  }

  private static String queries(int from) {
    return switch (from) {
      case 0 -> "none up to " + ClusterDiagnosis.MOST_QUERIES;
      case 1 -> "1 query";
      default -> from + " queries at a time";
    };
  }

  /** What is set, and what to set; at most six lines. */
  private List<String> settings() {
    List<String> lines = new ArrayList<>();
    List<Node> seen =
        cluster.nodes().stream()
            .filter(node -> node.solr() != null && node.error() == null)
            .toList();
    List<Node> open = seen.stream().filter(ClusterParts::isOpen).toList();
    boolean risk = cluster.collections().stream().anyMatch(one -> !one.rule().safe());
    if (!open.isEmpty() && (risk || cluster.diagnosis().stalled())) {
      lines.add(
          Text.of("%d of %d nodes can stall.", open.size(), seen.size())
              + (cluster.diagnosis().stalled() ? "" : " " + LINE));
    } else if (open.isEmpty() && seen.stream().allMatch(node -> node.protocol() != null)) {
      lines.add("Each node uses HTTP/1.1, has our jar, or is of a version that needs neither.");
    }
    long kinds =
        seen.stream()
            .map(node -> Arrays.asList(node.solr(), node.protocol(), node.repair()))
            .distinct()
            .count();
    if (kinds > 1) {
      lines.add("The nodes differ in their versions or settings.");
    }
    long down = cluster.collections().stream().mapToLong(one -> one.seen().notActive()).sum();
    if (!cluster.collections().isEmpty()) {
      lines.add(
          down == 0
              ? "All replicas are active: the next node may be restarted."
              : Text.of("Not active: %,d replica(s). Restart no node now.", down));
    }
    return lines;
  }

  /** Returns whether a merge of this node can stall, as far as that is known. */
  private static boolean isOpen(Node node) {
    return "HTTP/2".equals(node.protocol())
        && node.repair() == null
        && version(node.solr()) >= FIRST_AFFECTED;
  }

  /** 9.10.1 is 9.10. */
  private static double version(String solr) {
    String[] parts = String.valueOf(solr).split("\\.");
    return parts.length < 2 || !(parts[0] + parts[1]).matches("\\d{1,6}")
        ? 0
        : Integer.parseInt(parts[0]) + Integer.parseInt(parts[1]) / 100.0;
  }

  void json(Map<String, Object> report) {
    report.put("nodes", cluster.nodes().stream().map(this::json).toList());
    report.put("collections", cluster.collections().stream().map(ClusterParts::json).toList());
    report.put("settings", settings());
  }

  private Map<String, Object> json(Node node) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("baseUrl", node.baseUrl());
    facts.put("solr", node.solr());
    facts.put("java", node.java());
    facts.put("protocol", node.protocol());
    facts.put("repair", node.repair());
    facts.put("merges", node.threads().merges().stream().map(this::json).toList());
    Map<String, Object> senders = new LinkedHashMap<>();
    senders.put("blocked", node.threads().blocked());
    senders.put("all", node.threads().senders());
    facts.put("senders", senders);
    facts.put("error", node.error());
    return facts;
  }

  /** No thread says which collection it reads; where there is one alone, it is that. */
  private Map<String, Object> json(Merge merge) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("thread", merge.thread());
    facts.put("idleSeconds", merge.idleSeconds());
    facts.put(
        "collection",
        cluster.collections().size() == 1 ? cluster.collections().get(0).seen().name() : null);
    return facts;
  }

  private static Map<String, Object> json(Forecast one) {
    SafeWindowRule rule = one.rule();
    OptionalLong unsafe = one.rule().smallestUnsafeResponse();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", one.seen().name());
    facts.put("shards", one.seen().shards().size());
    facts.put("replicasNotActive", one.seen().notActive());
    facts.put("zone", rule.zone().name());
    facts.put("streamsPerSession", rule.streamsPerSession());
    facts.put("responseBytes", one.seen().sampled() == 0 ? null : one.seen().responseBytes());
    facts.put("notSafeFromResponseBytes", unsafe.isPresent() ? unsafe.getAsLong() : null);
    facts.put(
        "notSafeFromQueries", one.notSafeFromQueries() == 0 ? null : one.notSafeFromQueries());
    return facts;
  }
}
