package io.streambench.diagnose.cluster;

import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.judge.ClusterHang;
import io.streambench.diagnose.judge.ClusterHang.Jvm;
import io.streambench.diagnose.judge.ClusterHang.JvmActivity;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.diagnose.judge.FullHeap;
import io.streambench.diagnose.judge.UnseenJvm;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.ResponseSizes;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.StreamSpread;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Source;
import io.streambench.flow.threads.SolrjClient;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.RepairSettings;
import java.net.URI;
import java.net.URISyntaxException;
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
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The diagnosis of a cluster: whether it hangs, whether it can hang, how it is configured, and
 * whether a node may be restarted.
 *
 * @param restartBlocker why no node may be restarted now; empty if a restart is safe
 * @param queryTexts the texts of hanging queries, as far as known, by request identifier
 */
public record ClusterDiagnosis(
    Diagnosis diagnosis,
    List<Node> nodes,
    List<CollectionForecast> collections,
    Optional<Reason> restartBlocker,
    Map<String, String> queryTexts) {
  /** The maximum number of concurrent queries that a forecast considers. */
  public static final int MAX_FORECAST_QUERIES = 64;

  private static final String HTTP_1 = "HTTP/1.1";

  /** Matches the part of a URL after the host. {@link URI} finds no host in a redacted URL. */
  private static final Pattern PORT_AND_PATH =
      Pattern.compile("(?<=//[^/]{1,300})(?::[^:/\\]]+)?(?:/.*)?$");

  /**
   * A Solr node, or another process whose threads were also examined.
   *
   * @param settings facts about the node, and settings of its JVM and of Solr, by name
   * @param nodeOfSameJvm URL of another node in the same JVM that lists the JVM's threads; null if
   *     none
   * @param error why the node's threads are unknown; null if they are known
   */
  public record Node(
      String baseUrl,
      Map<String, String> settings,
      JvmActivity threads,
      String nodeOfSameJvm,
      String error) {
    /** Returns the node's URL; empty if the URL has no host, as in redacted snapshots. */
    public Optional<URI> address() {
      try {
        return Optional.of(new URI(baseUrl)).filter(url -> url.getHost() != null);
      } catch (URISyntaxException e) {
        return Optional.empty();
      }
    }

    /** Returns the version of Solr on the node; null if unknown. */
    public String solrVersion() {
      return settings.get(NodeSnapshot.SOLR_VERSION);
    }

    public String javaVersion() {
      return settings.get(NodeSnapshot.JAVA_VERSION);
    }

    /** Returns the protocol of the node's HTTP client; null if unknown. */
    public String protocol() {
      String http1 = settings.get("solr.http1");
      return http1 == null ? null : Boolean.parseBoolean(http1) ? HTTP_1 : "HTTP/2";
    }

    /** Returns the flow-control strategy of this project's jar; null if the jar is missing. */
    public String repairStrategy() {
      if (!RepairSettings.CLIENT_FACTORY_CLASS.equals(
              settings.get(NodeSnapshot.CLIENT_FACTORY_PROPERTY))
          && !RepairSettings.CUSTOMIZER_CLASS.equals(
              settings.get(NodeSnapshot.CUSTOMIZER_PROPERTY))) {
        return null;
      }
      String kind = settings.getOrDefault(RepairSettings.FLOW_CONTROL_PROPERTY, "");
      return kind.isEmpty() ? FlowControlKind.MEMORY_BOUND.toString() : kind;
    }

    /** Returns the log file, which has a line for each request; empty if unknown. */
    public Optional<Path> logFile() {
      return Optional.ofNullable(settings.get(NodeSnapshot.LOG_FOLDER))
          .filter(folder -> !folder.isEmpty())
          .map(folder -> Path.of(folder, "solr.log"));
    }

    /**
     * Returns whether the node's Java home matches Solr's official container image or Bitnami's
     * image.
     */
    public boolean isInContainer() {
      String java = settings.getOrDefault(NodeSnapshot.JAVA_HOME, "");
      return java.startsWith("/opt/java/openjdk") || java.startsWith("/opt/bitnami/java");
    }

    /** Returns whether this is a Solr node; false for another process, which has no URL. */
    public boolean isSolrNode() {
      return baseUrl.contains("//");
    }

    /** Returns whether this is a Solr node whose threads, version and settings are known. */
    public boolean isFullyKnown() {
      return solrVersion() != null && protocol() != null && error == null;
    }

    /** Returns why an idle merge on the node does not prove a stall; empty if it does. */
    private Optional<Reason> proofBlocker() {
      if (HTTP_1.equals(protocol())) {
        return Optional.of(Reason.Kind.NODE_USES_HTTP1.of());
      } else if ("std".equals(settings.get(NodeSnapshot.MODE))) {
        return Optional.of(Reason.Kind.NODE_IS_STANDALONE.of());
      }
      return Optional.ofNullable(
              repairStrategy()) // strategies with a budget can stall if memory is low
          .flatMap(FlowControlKind::ofName)
          .filter(kind -> kind.isolatesStreams() && !kind.supportsMemoryBudget())
          .map(kind -> Reason.Kind.NODE_HAS_JAR.of(repairStrategy()));
    }
  }

  /**
   * A forecast of whether a merge of a whole collection can stall, on nodes with default settings.
   *
   * @param smallestUnsafeQueryCount smallest number of concurrent queries with which a merge can
   *     stall, because windows are too small or streams too few; 0 if none up to {@code
   *     MAX_QUERIES}
   */
  public record CollectionForecast(
      ObservedCollection collection, SafeWindowRule rule, int smallestUnsafeQueryCount) {}

  /** Diagnoses a cluster; {@code silence} is the minimum idle time of a hanging thread. */
  public static ClusterDiagnosis of(ClusterSnapshots cluster, Duration silence) {
    List<Node> nodes = new ArrayList<>();
    List<UnseenJvm> missing = new ArrayList<>();
    List<Jvm> jvms = new ArrayList<>();
    Map<String, String> processes = new HashMap<>();
    for (String url : cluster.nodes()) {
      List<NodeSnapshot> nodeSnapshots = cluster.snapshotsOfNode(url);
      Map<String, String> facts = new LinkedHashMap<>();
      nodeSnapshots.forEach(snapshot -> facts.putAll(snapshot.facts()));
      List<ThreadDump> dumps =
          nodeSnapshots.stream().map(NodeSnapshot::dump).flatMap(Optional::stream).toList();
      Optional<UnseenJvm> unseen = findUnseen(url, nodeSnapshots, dumps);
      unseen.ifPresent(missing::add);
      String first =
          unseen.isPresent()
              ? null
              : Optional.ofNullable(processes.putIfAbsent(jvmKey(url, facts), url))
                  .or(() -> facts.isEmpty() ? findNodeOfSameJvm(jvms, dumps) : Optional.empty())
                  .orElse(null);
      String error = unseen.map(UnseenJvm::message).orElse(null);
      Node node = new Node(url, facts, new JvmActivity(List.of(), 0, 0), first, error);
      nodes.add(node);
      if (error == null) {
        double share = FullHeap.garbageCollectionShare(dumps);
        if (first == null) {
          boolean isHttp1 = HTTP_1.equals(node.protocol());
          jvms.add(new Jvm(url, dumps, node.proofBlocker(), isHttp1, share));
        } else { // only the dumps of a process show the threads of the garbage collector
          jvms.replaceAll(
              jvm -> jvm.name().equals(first) ? jvm.withGarbageCollectionShare(share) : jvm);
        }
      }
    }
    List<String> deadNodes =
        cluster.collections().stream()
            .flatMap(collection -> collection.shards().stream())
            .flatMap(List::stream)
            .map(Replica::node)
            .filter(node -> !cluster.nodes().contains(node))
            .distinct()
            .toList();
    ClusterHang.Result found = ClusterHang.diagnose(jvms, missing, deadNodes, silence);
    nodes.replaceAll(
        node ->
            new Node(
                node.baseUrl,
                node.settings,
                found.activityByJvm().getOrDefault(node.baseUrl, node.threads),
                node.nodeOfSameJvm,
                node.error));
    return new ClusterDiagnosis(
        new Diagnosis(
            Source.THREADS,
            Optional.of(found.diagnosis().verdict()),
            Optional.of(found.diagnosis()),
            0,
            ReadCounts.NONE,
            cluster.snapshots().stream().mapToLong(NodeSnapshot::timeNanos).min(),
            cluster.snapshots().stream().mapToLong(NodeSnapshot::timeNanos).max(),
            List.of(),
            List.of()),
        nodes,
        cluster.collections().stream()
            .flatMap(collection -> forecast(collection).stream())
            .toList(),
        findRestartBlocker(cluster, missing),
        Map.of());
  }

  /** Returns the SolrJ clients of the nodes whose versions are known. */
  public Set<SolrjClient> clients() {
    return nodes.stream()
        .map(Node::solrVersion)
        .filter(Objects::nonNull)
        .map(solr -> solr.matches("[1-9]\\..*") ? SolrjClient.JETTY_10 : SolrjClient.JETTY_12)
        .collect(Collectors.toSet());
  }

  /** Returns a copy with the texts of hanging queries, from the logs of nodes on this machine. */
  public ClusterDiagnosis withQueries() {
    Map<String, String> texts = new HashMap<>();
    for (Node node : nodes) {
      Optional<Path> log = node.logFile();
      for (Merge merge : node.threads().merges()) {
        if (log.isPresent() && merge.isHanging()) {
          QueryLog.find(node.baseUrl(), log.get(), merge.requestId())
              .ifPresent(text -> texts.put(merge.requestId(), text));
        }
      }
    }
    return new ClusterDiagnosis(diagnosis, nodes, collections, restartBlocker, texts);
  }

  /**
   * Returns why no node may be restarted; empty if a restart is safe. Solr reports a paused node as
   * live for up to 30 s. Therefore a restart is safe only if every node has also responded since
   * the cluster state was requested.
   */
  private static Optional<Reason> findRestartBlocker(
      ClusterSnapshots cluster, List<UnseenJvm> unseenJvms) {
    long notActive =
        cluster.collections().stream().mapToLong(ObservedCollection::inactiveReplicaCount).sum();
    if (!unseenJvms.isEmpty()) {
      return Optional.of(Reason.Kind.NODE_UNSEEN.of(unseenJvms.get(0)));
    } else if (notActive > 0) {
      return Optional.of(Reason.Kind.REPLICAS_NOT_ACTIVE.of(notActive));
    }
    return cluster.isStateOlderThanResponses()
        ? Optional.empty()
        : Optional.of(Reason.Kind.STATE_UNKNOWN.of());
  }

  /** Returns why the snapshots do not show the activity of a node's threads; empty if they do. */
  private static Optional<UnseenJvm> findUnseen(
      String node, List<NodeSnapshot> snapshots, List<ThreadDump> dumps) {
    return snapshots.stream()
        .map(NodeSnapshot::unseenJvm)
        .flatMap(Optional::stream)
        .findFirst()
        .or(
            () ->
                unusableReason(snapshots, dumps)
                    .map(words -> new UnseenJvm(node, UnseenJvm.Cause.UNUSABLE, words)));
  }

  private static Optional<String> unusableReason(
      List<NodeSnapshot> snapshots, List<ThreadDump> dumps) {
    if (dumps.size() < snapshots.size()) {
      return Optional.of("its answer has no threads");
    } else if (dumps.stream().anyMatch(dump -> dump.coverage() == ThreadDump.Coverage.PART)) {
      return Optional.of("its answer is cut");
    } else if (dumps.size() < 2) {
      return Optional.of("it was looked at once only");
    }
    return IntStream.range(1, dumps.size()).allMatch(i -> dumps.get(i).mayFollow(dumps.get(i - 1)))
        ? Optional.empty()
        : Optional.of("it was restarted between the looks, or its URL leads to several nodes");
  }

  /** Returns the node in {@code jvms} whose JVM wrote these dumps; empty if there is none. */
  private static Optional<String> findNodeOfSameJvm(List<Jvm> jvms, List<ThreadDump> dumps) {
    return jvms.stream()
        .filter(jvm -> !dumps.isEmpty() && dumps.get(0).isOfSameJvm(jvm.dumps().get(0)))
        .map(Jvm::name)
        .findFirst();
  }

  /** Returns a key for a node's JVM, which is the same for all nodes in that JVM. */
  private static String jvmKey(String node, Map<String, String> facts) {
    String started = facts.get(NodeSnapshot.START_TIME);
    return started == null ? node : PORT_AND_PATH.matcher(node).replaceFirst("") + started;
  }

  private static Optional<CollectionForecast> forecast(ObservedCollection collection) {
    if (collection.activeReplicasByShard().isEmpty()) {
      return Optional.empty();
    }
    int queries =
        IntStream.rangeClosed(1, MAX_FORECAST_QUERIES)
            .filter(
                count ->
                    !createRule(collection, count).isSafe()
                        || createSpread(collection, count).maxStreamsPerNode()
                            > ConnectionLimits.SOLR.streamSlots())
            .findFirst()
            .orElse(0);
    return Optional.of(new CollectionForecast(collection, createRule(collection, 1), queries));
  }

  private static StreamSpread createSpread(ObservedCollection collection, int queries) {
    return new StreamSpread(collection.placement().forQueries(queries), ConnectionLimits.SOLR);
  }

  private static SafeWindowRule createRule(ObservedCollection collection, int queries) {
    ResponseSizes sizes =
        collection.sampled() == 0
            ? ResponseSizes.upTo(SafeWindowRule.ANY_RESPONSE_BYTES)
            : collection.responseSizes();
    return new SafeWindowRule(
        createSpread(collection, queries).maxStreamsPerSession(),
        ReceiveWindow.JETTY_STREAM_BYTES,
        ReceiveWindow.JETTY_SESSION_BYTES,
        ReceiveWindow.JETTY_BUFFER_RATIO,
        sizes,
        false,
        queries);
  }
}
