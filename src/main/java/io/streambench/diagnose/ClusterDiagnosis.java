package io.streambench.diagnose;

import io.streambench.analysis.ClusterHang;
import io.streambench.analysis.ClusterHang.Jvm;
import io.streambench.analysis.ClusterHang.Merge;
import io.streambench.analysis.ClusterHang.Threads;
import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.Reason;
import io.streambench.analysis.Unseen;
import io.streambench.config.FlowControlKind;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.diagnose.SeenCollection.Replica;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.strategy.RepairSettings;
import io.streambench.threads.SolrjClient;
import io.streambench.threads.ThreadDump;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The answers to an operator's questions: does the cluster hang, can it hang, how is it configured,
 * and may a node be restarted?
 *
 * @param noRestart why no node may be restarted now; empty if one may
 * @param queries the text of hanging queries by their requests, as far as it could be read
 */
public record ClusterDiagnosis(
    Diagnosis diagnosis,
    List<Node> nodes,
    List<Forecast> collections,
    Optional<Reason> noRestart,
    Map<String, String> queries) {
  /** The largest number of concurrent queries that a forecast tries. */
  public static final int MOST_QUERIES = 64;

  /**
   * A node, or a program whose threads were also examined.
   *
   * @param protocol protocol of its client; null if unknown
   * @param repair the strategy of our jar; null if the jar is not installed
   * @param inJvmOf an earlier node in the same JVM, where the threads are counted; null if the node
   *     has its own JVM
   * @param settings settings of its JVM and of Solr, by name
   * @param error why it was not seen; null if it was
   */
  public record Node(
      String baseUrl,
      String solr,
      String java,
      String protocol,
      String repair,
      Threads threads,
      String inJvmOf,
      Map<String, String> settings,
      String error) {
    /** The log file with a line for each request; empty if unknown. */
    public Optional<Path> log() {
      return Optional.ofNullable(settings.get(NodeLook.LOGS))
          .filter(folder -> !folder.isEmpty())
          .map(folder -> Path.of(folder, "solr.log"));
    }

    /** Returns whether this is a Solr node that was seen. */
    public boolean seen() {
      return solr != null && error == null;
    }
  }

  /**
   * Whether a merge of a whole collection can stall, on nodes with default settings.
   *
   * @param notSafeFromQueries the smallest number of concurrent queries that is not safe, because
   *     of windows or too few streams; 0 if all tried numbers are safe
   */
  public record Forecast(SeenCollection seen, SafeWindowRule rule, int notSafeFromQueries) {}

  /** Judges the looks at a cluster. */
  public static ClusterDiagnosis of(Looks looks, Duration silence) {
    Map<String, Map<String, String>> facts = new LinkedHashMap<>();
    Map<String, Unseen> missing = new LinkedHashMap<>();
    Map<String, String> shared = new HashMap<>();
    List<Jvm> jvms = new ArrayList<>();
    Map<String, String> processes = new HashMap<>();
    for (String node : looks.nodes()) {
      List<NodeLook> here = looks.of(node);
      Map<String, String> all = new LinkedHashMap<>();
      here.forEach(look -> all.putAll(look.facts()));
      facts.put(node, all);
      List<ThreadDump> dumps = here.stream().map(NodeLook::dump).flatMap(Optional::stream).toList();
      Optional<Unseen> unseen = unseen(node, here, dumps);
      if (unseen.isPresent()) {
        missing.put(node, unseen.get());
        continue;
      }
      Optional<String> first =
          Optional.ofNullable(processes.putIfAbsent(process(node, all), node))
              .or(() -> all.isEmpty() ? sameJvm(jvms, dumps) : Optional.empty());
      if (first.isPresent()) {
        shared.put(node, first.get());
      } else {
        jvms.add(new Jvm(node, dumps, harmless(all), "HTTP/1.1".equals(protocol(all))));
      }
    }
    List<String> gone =
        looks.collections().stream()
            .flatMap(one -> one.shards().stream())
            .flatMap(List::stream)
            .map(Replica::node)
            .filter(node -> !facts.containsKey(node))
            .distinct()
            .toList();
    ClusterHang.Found found = ClusterHang.of(jvms, List.copyOf(missing.values()), gone, silence);
    Diagnosis diagnosis =
        Diagnosis.of(
            found.diagnosis(),
            looks.looks().stream().mapToLong(NodeLook::nanos).min(),
            looks.looks().stream().mapToLong(NodeLook::nanos).max());
    Threads none = new Threads(List.of(), 0, 0);
    List<Node> nodes = new ArrayList<>();
    facts.forEach(
        (url, all) ->
            nodes.add(
                new Node(
                    url,
                    all.get(NodeLook.SOLR),
                    all.get(NodeLook.JAVA),
                    protocol(all),
                    repair(all),
                    found.threads().getOrDefault(url, none),
                    shared.get(url),
                    all,
                    Optional.ofNullable(missing.get(url)).map(Unseen::words).orElse(null))));
    return new ClusterDiagnosis(
        diagnosis,
        nodes,
        looks.collections().stream().flatMap(one -> forecast(one).stream()).toList(),
        noRestart(looks, missing),
        Map.of());
  }

  /** Returns the SolrJ clients of the nodes' versions, as far as these are known. */
  public Set<SolrjClient> clients() {
    return nodes.stream()
        .map(Node::solr)
        .filter(Objects::nonNull)
        .map(solr -> solr.matches("[1-9]\\..*") ? SolrjClient.JETTY_10 : SolrjClient.JETTY_12)
        .collect(Collectors.toSet());
  }

  /** Returns a copy with the text of hanging queries, from the logs of nodes on this machine. */
  public ClusterDiagnosis withQueries() {
    Map<String, String> texts = new HashMap<>();
    for (Node node : nodes) {
      Optional<Path> log = node.log();
      for (Merge merge : node.threads().merges()) {
        if (log.isPresent() && merge.hangs()) {
          QueryLog.find(node.baseUrl(), log.get(), merge.request())
              .ifPresent(text -> texts.put(merge.request(), text));
        }
      }
    }
    return new ClusterDiagnosis(diagnosis, nodes, collections, noRestart, texts);
  }

  /**
   * Returns why no node may be restarted. The reported cluster state lags behind: a paused node
   * stays live for another 30 s, and its replicas stay active. The state therefore counts only if
   * every node has answered later.
   */
  private static Optional<Reason> noRestart(Looks looks, Map<String, Unseen> missing) {
    long notActive = looks.collections().stream().mapToLong(SeenCollection::notActive).sum();
    return missing.values().stream()
        .findFirst()
        .map(Reason.Kind.NODE_UNSEEN::of)
        .or(
            () ->
                notActive == 0
                    ? Optional.empty()
                    : Optional.of(Reason.Kind.REPLICAS_NOT_ACTIVE.of(notActive)))
        .or(
            () ->
                looks.stateIsOlderThanAnswers()
                    ? Optional.empty()
                    : Optional.of(Reason.Kind.STATE_UNKNOWN.of()));
  }

  /** Returns why the looks do not show what a node's threads did; empty if they do. */
  private static Optional<Unseen> unseen(
      String node, List<NodeLook> looks, List<ThreadDump> dumps) {
    return looks.stream()
        .map(NodeLook::unseen)
        .flatMap(Optional::stream)
        .findFirst()
        .or(
            () ->
                unusable(looks, dumps).map(words -> new Unseen(node, Unseen.Why.UNUSABLE, words)));
  }

  private static Optional<String> unusable(List<NodeLook> looks, List<ThreadDump> dumps) {
    if (dumps.size() < looks.size()) {
      return Optional.of("its answer has no threads");
    } else if (dumps.stream().anyMatch(dump -> dump.form() == ThreadDump.Form.PART)) {
      return Optional.of("its answer is cut");
    } else if (dumps.size() < 2) {
      return Optional.of("it was looked at once only");
    }
    return IntStream.range(1, dumps.size()).allMatch(i -> dumps.get(i).canFollow(dumps.get(i - 1)))
        ? Optional.empty()
        : Optional.of("it was restarted between the looks, or its URL leads to several nodes");
  }

  /** Finds the node whose JVM these dumps show: a process given by its number may be a node. */
  private static Optional<String> sameJvm(List<Jvm> jvms, List<ThreadDump> dumps) {
    return jvms.stream()
        .filter(jvm -> !dumps.isEmpty() && dumps.get(0).isOfSameJvm(jvm.dumps().get(0)))
        .map(Jvm::name)
        .findFirst();
  }

  /** Identifies a node's JVM, because the threads of two nodes in one JVM count only once. */
  private static String process(String node, Map<String, String> facts) {
    String started = facts.get(NodeLook.STARTED);
    return started == null ? node : URI.create(node).getHost() + started;
  }

  private static String protocol(Map<String, String> facts) {
    String http1 = facts.get("solr.http1");
    return http1 == null ? null : Boolean.parseBoolean(http1) ? "HTTP/1.1" : "HTTP/2";
  }

  private static String repair(Map<String, String> facts) {
    if (!RepairSettings.CLIENT_FACTORY.equals(facts.get(NodeLook.FACTORY))
        && !RepairSettings.CUSTOMIZER.equals(facts.get(NodeLook.CUSTOMIZER))) {
      return null;
    }
    String kind = facts.getOrDefault(RepairSettings.KIND_PROPERTY, "");
    return kind.isEmpty() ? FlowControlKind.MEMORY_BOUND.toString() : kind;
  }

  /** Why the merges of a node cannot stall; empty if they can. */
  private static Optional<Reason> harmless(Map<String, String> facts) {
    return "HTTP/1.1".equals(protocol(facts))
        ? Optional.of(Reason.Kind.NODE_USES_HTTP1.of())
        : Optional.ofNullable(repair(facts)) // with a budget it can stall if memory is short
            .flatMap(FlowControlKind::named)
            .filter(kind -> kind.keepsStreamsApart() && !kind.takesBudget())
            .map(kind -> Reason.Kind.NODE_HAS_JAR.of(repair(facts)));
  }

  private static Optional<Forecast> forecast(SeenCollection collection) {
    if (collection.active().isEmpty()) {
      return Optional.empty();
    }
    int queries =
        IntStream.rangeClosed(1, MOST_QUERIES)
            .filter(
                many ->
                    !rule(collection, many).safe()
                        || spread(collection, many).mostOnNode() > ConnectionLimits.SOLR.slots())
            .findFirst()
            .orElse(0);
    return Optional.of(new Forecast(collection, rule(collection, 1), queries));
  }

  private static StreamSpread spread(SeenCollection collection, int queries) {
    return new StreamSpread(collection.placement().times(queries), ConnectionLimits.SOLR);
  }

  private static SafeWindowRule rule(SeenCollection collection, int queries) {
    long bytes =
        collection.sampled() == 0
            ? SafeWindowRule.ANY_RESPONSE
            : Math.max(1, collection.responseBytes());
    return new SafeWindowRule(
        spread(collection, queries).mostPossible(),
        RecvWindow.JETTY_STREAM_BYTES,
        RecvWindow.JETTY_SESSION_BYTES,
        FlowControlSettings.JETTY_BUFFER_RATIO,
        bytes,
        false,
        queries);
  }
}
