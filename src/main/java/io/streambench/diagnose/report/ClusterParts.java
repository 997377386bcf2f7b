package io.streambench.diagnose.report;

import io.streambench.base.Text;
import io.streambench.base.page.Document.Section;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.cluster.ClusterDiagnosis.Forecast;
import io.streambench.diagnose.cluster.ClusterDiagnosis.Node;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.rule.Finding;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Pattern;

/** What a report on a cluster has besides the verdict: its nodes, its collections, what is set. */
record ClusterParts(ClusterDiagnosis cluster) {
  /** Nodes before 9.9 read streams over HTTP/1.1 in any case. */
  private static final Pattern AFFECTED =
      Pattern.compile("9\\.(?:9|\\d\\d+)(?:\\..*)?|[1-9]\\d+\\..*");

  private static final int MOST_COLLECTIONS = 10;
  private static final int MOST_QUERIES = 2;
  private static final int MOST_HANGS = 6;

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
            .text("counted at", Node::inJvmOf)
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
        Section.items("What hangs, and where", hangs()),
        Section.of(nodes),
        Section.of(collections),
        Section.items("Settings", settings(cluster.diagnosis().finding() == Finding.NO_STALL)));
  }

  /** The queries that hang, and how their node is released, or restarted if that ends them. */
  private List<String> hangs() {
    List<String> lines = new ArrayList<>();
    for (Node node : cluster.nodes()) {
      List<Merge> merges = node.threads().merges().stream().filter(Merge::hangs).toList();
      merges.stream()
          .filter(merge -> !merge.request().isEmpty())
          .limit(MOST_QUERIES)
          .forEach(merge -> lines.add(query(node, merge)));
      if (!merges.isEmpty() && cluster.diagnosis().stalled()) {
        lines.add(release(node));
        if (cluster.noRestart().isEmpty()) {
          restart(node).ifPresent(lines::add);
        }
      }
    }
    return lines.stream().limit(MOST_HANGS).toList();
  }

  private String query(Node node, Merge merge) {
    String text = cluster.queries().get(merge.request());
    return text != null
        ? AdviceText.QUERY.of(merge.request(), node.baseUrl(), text)
        : node.log()
            .map(log -> AdviceText.QUERY_IN_LOG.of(merge.request(), node.baseUrl(), log))
            .orElseGet(() -> AdviceText.QUERY_IN_SOLR_LOG.of(merge.request(), node.baseUrl()));
  }

  private static String release(Node node) {
    return AdviceText.RELEASE_NODE.of(URI.create(node.baseUrl()).getHost(), port(node));
  }

  /**
   * Solr 9 has the port as jetty.port among its options, Solr 10 as solr.port.listen; a node that
   * has no jetty.port gives it as empty.
   */
  private static String port(Node node) {
    return Optional.ofNullable(node.settings().get("jetty.port"))
        .filter(port -> !port.isEmpty())
        .orElseGet(() -> "" + URI.create(node.baseUrl()).getPort());
  }

  /**
   * The restart command; a service has its logs below /var/solr, where Solr's installer puts them.
   */
  private static Optional<String> restart(Node node) {
    String host = URI.create(node.baseUrl()).getHost();
    boolean service = node.log().filter(log -> log.startsWith("/var/solr")).isPresent();
    return service
        ? Optional.of(AdviceText.RESTART_SERVICE.of(node.baseUrl(), host))
        : Optional.ofNullable(node.settings().get("solr.install.dir"))
            .filter(folder -> !folder.isEmpty())
            .map(folder -> AdviceText.RESTART_NODE.of(node.baseUrl(), host, folder, port(node)));
  }

  private static String senders(Node node) {
    return node.inJvmOf() == null && node.error() == null
        ? Text.of("%d of %d", node.threads().blocked(), node.threads().senders())
        : null;
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

  /**
   * What is set, and what to set; at most six lines.
   *
   * @param warns whether to say that no node may be restarted, which otherwise begins the advice
   */
  private List<String> settings(boolean warns) {
    List<String> lines = new ArrayList<>();
    List<Node> seen = cluster.nodes().stream().filter(Node::seen).toList();
    long unseen = cluster.nodes().stream().filter(node -> node.error() != null).count();
    List<Node> open = seen.stream().filter(ClusterParts::isOpen).toList();
    boolean risk = cluster.collections().stream().anyMatch(one -> !one.rule().safe());
    if (!open.isEmpty() && (risk || cluster.diagnosis().stalled())) {
      long all = seen.size() + unseen;
      lines.add(
          (unseen == 0
                  ? AdviceText.CAN_STALL.of(open.size(), all)
                  : AdviceText.CAN_STALL_SOME_UNSEEN.of(open.size(), all, unseen))
              + (cluster.diagnosis().stalled() ? "" : " " + AdviceText.SET_HTTP1.of()));
    } else if (open.isEmpty()
        && unseen == 0
        && seen.stream().allMatch(node -> node.protocol() != null)) {
      lines.add(AdviceText.NONE_CAN_STALL.of());
    }
    long kinds =
        seen.stream()
            .map(node -> Arrays.asList(node.solr(), node.protocol(), node.repair()))
            .distinct()
            .count();
    if (kinds > 1) {
      lines.add(AdviceText.NODES_DIFFER.of());
    }
    if (!cluster.collections().isEmpty()) {
      if (cluster.noRestart().isEmpty()) {
        lines.add(AdviceText.RESTART_NEXT.of());
      } else if (warns) {
        warning().ifPresent(lines::add);
      }
    }
    return lines;
  }

  /** Returns whether a merge of this node can stall, as far as that is known. */
  private static boolean isOpen(Node node) {
    return "HTTP/2".equals(node.protocol())
        && node.repair() == null
        && node.solr() != null
        && AFFECTED.matcher(node.solr()).matches();
  }

  /** What stands before all advice; empty if a node may be restarted. */
  Optional<String> warning() {
    return cluster.noRestart().map(AdviceText.RESTART_NONE::of);
  }

  void json(Map<String, Object> report) {
    report.put("nodes", cluster.nodes().stream().map(this::json).toList());
    report.put("collections", cluster.collections().stream().map(ClusterParts::json).toList());
    report.put("settings", settings(true));
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
    facts.put("query", cluster.queries().get(merge.request()));
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
