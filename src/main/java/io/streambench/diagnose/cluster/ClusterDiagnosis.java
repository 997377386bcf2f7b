package io.streambench.diagnose.cluster;

import io.streambench.diagnose.cluster.SeenCollection.Replica;
import io.streambench.diagnose.judge.ClusterHang;
import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.diagnose.judge.ClusterHang.Threads;
import io.streambench.diagnose.judge.Unseen;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.StreamSpread;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Source;
import io.streambench.flow.threads.SolrjClient;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.RecvWindow;
import io.streambench.strategy.RepairSettings;
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

  private static final String HTTP_1 = "HTTP/1.1";

  /**
   * A node, or a program whose threads were also examined.
   *
   * @param settings facts about it, and settings of its JVM and of Solr, by name
   * @param inJvmOf an earlier node in the same JVM, where the threads are counted; null if the node
   *     has its own JVM
   * @param error why it was not seen; null if it was
   */
  public record Node(
      String baseUrl, Map<String, String> settings, Threads threads, String inJvmOf, String error) {
    /** The version of Solr; null if unknown. */
    public String solr() {
      return settings.get(NodeLook.SOLR);
    }

    public String java() {
      return settings.get(NodeLook.JAVA);
    }

    /** The protocol of its client; null if unknown. */
    public String protocol() {
      String http1 = settings.get("solr.http1");
      return http1 == null ? null : Boolean.parseBoolean(http1) ? HTTP_1 : "HTTP/2";
    }

    /** The strategy of our jar; null if the jar is not installed. */
    public String repair() {
      if (!RepairSettings.CLIENT_FACTORY.equals(settings.get(NodeLook.FACTORY))
          && !RepairSettings.CUSTOMIZER.equals(settings.get(NodeLook.CUSTOMIZER))) {
        return null;
      }
      String kind = settings.getOrDefault(RepairSettings.KIND_PROPERTY, "");
      return kind.isEmpty() ? FlowControlKind.MEMORY_BOUND.toString() : kind;
    }

    /** The log file with a line for each request; empty if unknown. */
    public Optional<Path> log() {
      return Optional.ofNullable(settings.get(NodeLook.LOGS))
          .filter(folder -> !folder.isEmpty())
          .map(folder -> Path.of(folder, "solr.log"));
    }

    /** Returns whether this is a Solr node that was seen. */
    public boolean seen() {
      return solr() != null && error == null;
    }

    /** Why its merges cannot stall; empty if they can. */
    private Optional<Reason> harmless() {
      return HTTP_1.equals(protocol())
          ? Optional.of(Reason.Kind.NODE_USES_HTTP1.of())
          : Optional.ofNullable(repair()) // with a budget it can stall if memory is short
              .flatMap(FlowControlKind::named)
              .filter(kind -> kind.keepsStreamsApart() && !kind.takesBudget())
              .map(kind -> Reason.Kind.NODE_HAS_JAR.of(repair()));
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
    List<Node> nodes = new ArrayList<>();
    List<Unseen> missing = new ArrayList<>();
    List<Jvm> jvms = new ArrayList<>();
    Map<String, String> processes = new HashMap<>();
    for (String url : looks.nodes()) {
      List<NodeLook> here = looks.of(url);
      Map<String, String> facts = new LinkedHashMap<>();
      here.forEach(look -> facts.putAll(look.facts()));
      List<ThreadDump> dumps = here.stream().map(NodeLook::dump).flatMap(Optional::stream).toList();
      Optional<Unseen> unseen = unseen(url, here, dumps);
      unseen.ifPresent(missing::add);
      String first =
          unseen.isPresent()
              ? null
              : Optional.ofNullable(processes.putIfAbsent(process(url, facts), url))
                  .or(() -> facts.isEmpty() ? sameJvm(jvms, dumps) : Optional.empty())
                  .orElse(null);
      String error = unseen.map(Unseen::words).orElse(null);
      Node node = new Node(url, facts, new Threads(List.of(), 0, 0), first, error);
      nodes.add(node);
      if (error == null && first == null) {
        jvms.add(new Jvm(url, dumps, node.harmless(), HTTP_1.equals(node.protocol())));
      }
    }
    List<String> gone =
        looks.collections().stream()
            .flatMap(one -> one.shards().stream())
            .flatMap(List::stream)
            .map(Replica::node)
            .filter(node -> !looks.nodes().contains(node))
            .distinct()
            .toList();
    ClusterHang.Found found = ClusterHang.of(jvms, missing, gone, silence);
    nodes.replaceAll(
        node ->
            new Node(
                node.baseUrl,
                node.settings,
                found.threads().getOrDefault(node.baseUrl, node.threads),
                node.inJvmOf,
                node.error));
    return new ClusterDiagnosis(
        new Diagnosis(
            Source.THREADS,
            Optional.of(found.diagnosis().verdict()),
            Optional.of(found.diagnosis()),
            0,
            ReadCounts.NONE,
            looks.looks().stream().mapToLong(NodeLook::nanos).min(),
            looks.looks().stream().mapToLong(NodeLook::nanos).max(),
            List.of(),
            List.of()),
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
  private static Optional<Reason> noRestart(Looks looks, List<Unseen> missing) {
    long notActive = looks.collections().stream().mapToLong(SeenCollection::notActive).sum();
    return missing.stream()
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
        RecvWindow.JETTY_BUFFER_RATIO,
        bytes,
        false,
        queries);
  }
}
