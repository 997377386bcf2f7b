package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document.Section;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.cluster.ClusterDiagnosis.CollectionForecast;
import io.streambench.diagnose.cluster.ClusterDiagnosis.Node;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason.Kind;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The parts of a cluster report other than the verdict: nodes, collections and settings. */
record ClusterParts(ClusterDiagnosis cluster) {
  /** Matches the versions of Solr that can stall. Earlier versions read streams over HTTP/1.1. */
  private static final Pattern AFFECTED_VERSION =
      Pattern.compile("9\\.(?:9|\\d\\d+)(?:\\..*)?|[1-9]\\d+\\..*");

  /** Matches the host name of a Pod in a StatefulSet, such as {@code solr-0.solr-headless}. */
  private static final Pattern POD_HOST_NAME = Pattern.compile("([a-z][-a-z0-9]*-\\d+)\\..+");

  private static final int MAX_COLLECTIONS = 10;
  private static final int MAX_QUERIES_PER_NODE = 2;
  private static final int MAX_HANG_LINES = 6;

  List<Section> sections() {
    ResultTable nodes =
        ResultTable.of("Nodes", cluster.nodes())
            .text("node", Node::baseUrl)
            .text("Solr", Node::solrVersion)
            .text("Java", Node::javaVersion)
            .text("its client", Node::protocol)
            .text("our jar", Node::repairStrategy)
            .number("merges", node -> node.threads().merges().size())
            .text("senders blocked", ClusterParts::describeSenders)
            .text("counted at", Node::nodeOfSameJvm)
            .number("shards only here", this::countShardsOnlyOn)
            .text("not seen", Node::error);
    List<CollectionForecast> listed =
        cluster.collections().stream()
            .sorted(
                Comparator.comparing((CollectionForecast forecast) -> forecast.rule().zone())
                    .thenComparingInt(forecast -> forecast.rule().streamsPerSession())
                    .reversed())
            .limit(MAX_COLLECTIONS)
            .toList();
    ResultTable collections =
        ResultTable.of("Can a merge of a whole collection stall over HTTP/2?", listed)
            .text("collection", forecast -> forecast.collection().name())
            .text("answer", forecast -> forecast.rule().zone())
            .number("shards", forecast -> forecast.collection().shards().size())
            .number("streams per connection", forecast -> forecast.rule().streamsPerSession())
            .number("sent per shard", ClusterParts::sizeText)
            .number(
                "can stall from", forecast -> bytesText(forecast.rule().smallestUnsafeResponse()))
            .number(
                "can stall with",
                forecast -> describeUnsafeQueries(forecast.smallestUnsafeQueryCount()));
    return List.of(
        Section.items("What hangs, and where", describeHangs()),
        Section.of(nodes),
        Section.of(collections),
        Section.items(
            "Settings", describeSettings(cluster.diagnosis().finding() == Finding.NO_STALL)));
  }

  /** Lists hanging queries, and the commands that release or, if safe, restart their nodes. */
  private List<String> describeHangs() {
    List<String> lines = new ArrayList<>();
    for (Node node : cluster.nodes()) {
      List<Merge> merges = node.threads().merges().stream().filter(Merge::isHanging).toList();
      merges.stream()
          .filter(merge -> !merge.requestId().isEmpty())
          .limit(MAX_QUERIES_PER_NODE)
          .forEach(merge -> lines.add(describeQuery(node, merge)));
      if (!merges.isEmpty() && cluster.diagnosis().isStalled()) {
        lines.add(releaseCommand(node));
        if (cluster.restartBlocker().isEmpty()) {
          node.address().flatMap(url -> restartCommand(node, url)).ifPresent(lines::add);
        }
      }
    }
    return lines.stream().limit(MAX_HANG_LINES).toList();
  }

  private String describeQuery(Node node, Merge merge) {
    String text = cluster.queryTexts().get(merge.requestId());
    return text != null
        ? AdviceText.QUERY.format(merge.requestId(), node.baseUrl(), text)
        : node.logFile()
            .map(log -> AdviceText.QUERY_IN_LOG.format(merge.requestId(), node.baseUrl(), log))
            .orElseGet(
                () -> AdviceText.QUERY_IN_SOLR_LOG.format(merge.requestId(), node.baseUrl()));
  }

  private static String releaseCommand(Node node) {
    return node.address()
        .map(
            url ->
                !node.isInContainer()
                    ? AdviceText.RELEASE_NODE.format(url.getHost(), portOption(node, url))
                    : podName(url)
                        .map(AdviceText.RELEASE_POD::format)
                        .orElseGet(() -> AdviceText.RELEASE_CONTAINER.format(url.getHost())))
        .orElseGet(() -> AdviceText.RELEASE_PROCESS.format(node.baseUrl()));
  }

  /** Returns the name of the Pod at a URL, or empty if the URL's host is not a Pod. */
  private static Optional<String> podName(URI url) {
    Matcher host = POD_HOST_NAME.matcher(url.getHost());
    return host.matches() ? Optional.of(host.group(1)) : Optional.empty();
  }

  /**
   * Returns the setting {@code jetty.port} of a node or, in Solr 10, the port of the node's URL.
   */
  private static String portOption(Node node, URI url) {
    return Optional.ofNullable(node.settings().get("jetty.port"))
        .filter(port -> !port.isEmpty())
        .orElseGet(() -> "" + url.getPort());
  }

  /**
   * Returns the command that restarts a node, or empty if the command is unknown. A node that logs
   * below {@code /var/solr}, the default of Solr's installer, is a service.
   */
  private static Optional<String> restartCommand(Node node, URI url) {
    if (node.isInContainer()) {
      return Optional.of(AdviceText.RESTART_CONTAINER.format(url));
    }
    boolean service = node.logFile().filter(log -> log.startsWith("/var/solr")).isPresent();
    return service
        ? Optional.of(AdviceText.RESTART_SERVICE.format(url, url.getHost()))
        : Optional.ofNullable(node.settings().get("solr.install.dir"))
            .filter(folder -> !folder.isEmpty())
            .map(
                folder ->
                    AdviceText.RESTART_NODE.format(
                        url, url.getHost(), folder, portOption(node, url)));
  }

  private static String describeSenders(Node node) {
    return node.nodeOfSameJvm() == null && node.error() == null
        ? TextFormat.of(
            "%d of %d", node.threads().blockedSenderCount(), node.threads().senderCount())
        : null;
  }

  private long countShardsOnlyOn(Node node) {
    return cluster.collections().stream()
        .mapToLong(c -> c.collection().countShardsOnlyOn(node.baseUrl()))
        .sum();
  }

  private static String sizeText(CollectionForecast forecast) {
    return forecast.collection().sampled() == 0
        ? "any size"
        : Amounts.roundedBytes(forecast.collection().responseBytes());
  }

  private static String bytesText(OptionalLong size) {
    return size.isPresent() ? Amounts.roundedBytes(size.getAsLong()) + " per shard" : "no size";
  }

  private static String describeUnsafeQueries(int firstUnsafe) {
    return switch (firstUnsafe) {
      case 0 -> "none up to " + ClusterDiagnosis.MAX_FORECAST_QUERIES;
      case 1 -> "1 query";
      default -> firstUnsafe + " queries at a time";
    };
  }

  /**
   * Describes how many nodes can stall, what to set, and whether a node may be restarted.
   *
   * @param includesWarning whether to add the warning that no node may be restarted
   */
  private List<String> describeSettings(boolean includesWarning) {
    List<String> lines = new ArrayList<>();
    List<Node> seen = cluster.nodes().stream().filter(Node::isFullyKnown).toList();
    long all = cluster.nodes().stream().filter(Node::isSolrNode).count();
    long unseen = all - seen.size();
    List<Node> vulnerable = seen.stream().filter(ClusterParts::canStall).toList();
    boolean risk = cluster.collections().stream().anyMatch(forecast -> !forecast.rule().isSafe());
    if (!vulnerable.isEmpty() && (risk || cluster.diagnosis().isStalled())) {
      lines.add(
          (unseen == 0
                  ? AdviceText.CAN_STALL.format(vulnerable.size(), all)
                  : AdviceText.CAN_STALL_SOME_UNSEEN.format(vulnerable.size(), all, unseen))
              + (cluster.diagnosis().isStalled() ? "" : " " + AdviceText.SET_HTTP1.format()));
    } else if (vulnerable.isEmpty() && unseen == 0) {
      lines.add(AdviceText.NONE_CAN_STALL.format());
    }
    long configurations =
        seen.stream()
            .map(node -> Arrays.asList(node.solrVersion(), node.protocol(), node.repairStrategy()))
            .distinct()
            .count();
    if (configurations > 1) {
      lines.add(AdviceText.NODES_DIFFER.format());
    }
    boolean hasReplicas = !cluster.collections().isEmpty(); // unlike a node without ZooKeeper
    if (cluster.restartBlocker().isEmpty() && hasReplicas) {
      lines.add(AdviceText.RESTART_NEXT.format());
    } else if (includesWarning) {
      cluster
          .restartBlocker()
          .filter(why -> hasReplicas || why.kind() != Kind.STATE_UNKNOWN)
          .map(AdviceText.RESTART_NONE::format)
          .ifPresent(lines::add);
    }
    return lines;
  }

  /**
   * Returns whether a merge on this node can stall. The node's version and settings must be known.
   */
  private static boolean canStall(Node node) {
    return "HTTP/2".equals(node.protocol())
        && node.repairStrategy() == null
        && AFFECTED_VERSION.matcher(node.solrVersion()).matches();
  }

  /** Returns the warning that no node may be restarted; empty if a restart is safe. */
  Optional<String> restartWarning() {
    return cluster.restartBlocker().map(AdviceText.RESTART_NONE::format);
  }

  void addTo(Map<String, Object> report) {
    report.put("nodes", cluster.nodes().stream().map(this::json).toList());
    report.put("collections", cluster.collections().stream().map(ClusterParts::json).toList());
    report.put("settings", describeSettings(true));
  }

  private Map<String, Object> json(Node node) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("baseUrl", node.baseUrl());
    facts.put("solr", node.solrVersion());
    facts.put("java", node.javaVersion());
    facts.put("protocol", node.protocol());
    facts.put("repair", node.repairStrategy());
    facts.put("merges", node.threads().merges().stream().map(this::json).toList());
    Map<String, Object> senders = new LinkedHashMap<>();
    senders.put("blocked", node.threads().blockedSenderCount());
    senders.put("all", node.threads().senderCount());
    facts.put("senders", senders);
    facts.put("error", node.error());
    return facts;
  }

  /**
   * Returns a merge as JSON. Includes the collection only if the cluster has a single collection,
   * because threads do not show which collection they read.
   */
  private Map<String, Object> json(Merge merge) {
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("thread", merge.threadName());
    facts.put("idleSeconds", merge.idleSeconds());
    facts.put("query", cluster.queryTexts().get(merge.requestId()));
    facts.put(
        "collection",
        cluster.collections().size() == 1
            ? cluster.collections().get(0).collection().name()
            : null);
    return facts;
  }

  private static Map<String, Object> json(CollectionForecast forecast) {
    SafeWindowRule rule = forecast.rule();
    OptionalLong unsafe = forecast.rule().smallestUnsafeResponse();
    Map<String, Object> facts = new LinkedHashMap<>();
    facts.put("name", forecast.collection().name());
    facts.put("shards", forecast.collection().shards().size());
    facts.put("replicasNotActive", forecast.collection().inactiveReplicaCount());
    facts.put("zone", rule.zone().name());
    facts.put("streamsPerSession", rule.streamsPerSession());
    facts.put(
        "responseBytes",
        forecast.collection().sampled() == 0 ? null : forecast.collection().responseBytes());
    facts.put("notSafeFromResponseBytes", unsafe.isPresent() ? unsafe.getAsLong() : null);
    facts.put(
        "notSafeFromQueries",
        forecast.smallestUnsafeQueryCount() == 0 ? null : forecast.smallestUnsafeQueryCount());
    return facts;
  }
}
