package io.streambench.bench.streaming;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.fork.GuardedRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.runfolder.EvidenceSources;
import io.streambench.bench.runfolder.PredictionVerdict;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.ClusterKind;
import io.streambench.bench.settings.Distance;
import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.RecordingMode;
import io.streambench.bench.settings.SolrReleaseLine;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.SolrTransport;
import io.streambench.bench.watchdog.Watchdog;
import io.streambench.flow.recording.FlowControlCapture;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
import io.streambench.flow.recording.FlowControlRecording;
import io.streambench.flow.recording.FlowControlTotals;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.io.Tuple;
import org.openjdk.jmh.results.ScalarResult;

/** A run that reads a collection through one client that all threads share. */
public final class StreamingRun extends GuardedRun {
  /** The text that is shown instead of the settings of external nodes. */
  private static final String UNKNOWN_NODE_SETTINGS = "unknown: an external cluster";

  private final long startNanos = System.nanoTime();
  private final StreamingSettings settings;
  private final CollectionReading.Factory readerFactory;
  private final AtomicInteger activeReadCount = new AtomicInteger();
  private SolrTransport transport;
  private FlowControlCapture capture;
  private FlowControlRecording recording;
  private Cluster cluster;
  private OwnClient client;
  private CollectionReading reader;
  private Watchdog watchdog;
  private Optional<RunPrediction> prediction = Optional.empty();
  private FlowControlTotals totalsBeforeIteration = FlowControlTotals.NONE;

  private StreamingRun(
      Job job,
      StreamingSettings settings,
      Consumer<String> out,
      CollectionReading.Factory readingFactory) {
    super(job, settings.capture(), settings.recording(), out);
    if (settings.solr() != SolrReleaseLine.ofThisBuild()) {
      throw new SettingException(
          BenchmarkParameters.SOLR.name(),
          "be " + SolrReleaseLine.ofThisBuild() + " unless ./jmh.sh runs it",
          settings.solr());
    }
    this.settings = settings;
    this.readerFactory = readingFactory;
  }

  public static StreamingRun open(Job job, Consumer<String> out) {
    return open(
        job, StreamingSettings.of(job.parameters(), job.properties()), out, CollectionReader::new);
  }

  public static StreamingRun open(
      Job job,
      StreamingSettings settings,
      Consumer<String> out,
      CollectionReading.Factory readingFactory) {
    return open(() -> new StreamingRun(job, settings, out, readingFactory));
  }

  @Override
  protected void prepare() throws Exception {
    settings.warnings().forEach(this::warn);
    DataFolder data = createDataFolder();
    transport = closeAtEnd(SolrTransport.open(settings.transport(), settings.client()));
    if (info.runSettings().recording() != RecordingMode.OFF) {
      recording =
          closeAtEnd(
              transport
                  .monitor()
                  .prepareRecording(Files.createDirectory(data.path().resolve("recording"))));
      data.stopBeforeRemoval(recording::close); // JMH does not close a run that stalled
    }
    cluster = closeAtEnd(newClusterProvider(data).start(settings, transport));
    double indexSeconds = cluster.prepare(this::reportIndexing);
    client = closeAtEnd(transport.newClient(SolrTransport.BENCHMARK_CLIENT));
    reader = closeAtEnd(readerFactory.open(cluster, client));
    watchdog =
        startWatchdog(
            info.runSettings().stallTimeout(),
            () -> transport.monitor().sessions(SolrTransport::isBenchmarkClient),
            client::resources);
    if (recording != null) {
      recording.begin();
    }
    // Last, so that the log covers reads but not indexing.
    Path captured = Files.createDirectory(data.path().resolve("capture"));
    capture = closeAtEnd(FlowControlCapture.start(settings.capture(), captured, this::warn));
    reportReady(indexSeconds);
  }

  private double secondsSinceOpen() {
    return (System.nanoTime() - startNanos) / 1e9;
  }

  private void reportIndexing() {
    out.accept(
        TextFormat.of(
            "%n# cluster is up after %.1f s, indexing %,d documents of %,d bytes",
            secondsSinceOpen(),
            settings.documents().docCount(),
            settings.documents().docSizeBytes()));
  }

  private void reportReady(double indexSeconds) {
    out.accept(
        TextFormat.of(
            "%s# ready after %.1f s, of which %.1f s to index; Solr %s, Jetty %s",
            indexSeconds == 0 ? "\n" : "", // otherwise this line follows JMH's "Iteration 1: "
            secondsSinceOpen(),
            indexSeconds,
            Environment.solrVersion(),
            Environment.jettyVersion()));
    if (settings.solr() == SolrReleaseLine.SOLR_10) {
      out.accept("# the merge is CloudSolrStream of Solr 9.10.1: that of Solr 10 is not published");
    }
    if (settings.cluster().kind() != ClusterKind.EMBEDDED) {
      out.accept("# cluster: " + cluster.describe());
    }
    Map<String, String> inEffect = new LinkedHashMap<>();
    BinaryOperator<String> and = (first, second) -> first + " and " + second;
    inEffect.put(client.effectiveSettings().describe(), "benchmark's client");
    inEffect.merge(
        joinDescriptions(cluster.nodeClients(), EffectiveSettings::describe),
        "clients in the nodes",
        and);
    inEffect.merge(
        joinDescriptions(cluster.nodeOutputs(), NodeOutput::describe), "servers of the nodes", and);
    inEffect.forEach(
        (text, owners) -> out.accept(TextFormat.wrapComment("in effect, " + owners + ": " + text)));
    Distance distance = settings.transport().distance();
    if (distance.isPresent()) {
      out.accept("# to each node: " + distance.describe());
    }
    out.accept(
        TextFormat.of(
            "# capture: %s, recording: %s", settings.capture(), info.runSettings().recording()));
    prediction = RunPrediction.of(settings, job.threads(), client.effectiveSettings());
    prediction.ifPresent(
        before -> out.accept(TextFormat.wrapComment("prediction: " + before.sentence())));
  }

  private static <T> String joinDescriptions(
      List<T> nodeSettings, Function<T, String> description) {
    return nodeSettings.isEmpty()
        ? UNKNOWN_NODE_SETTINGS
        : nodeSettings.stream().map(description).collect(Collectors.joining("; and: "));
  }

  private Optional<PredictionVerdict> comparePrediction(
      Outcome outcome, Optional<StallCause> cause) {
    return prediction.map(before -> before.compareWith(outcome, cause));
  }

  private String describeSharing() {
    SessionSharing sharing = transport.monitor().sharing(SolrTransport::isBenchmarkClient);
    return sharing.sessionCount() == 0
        ? "streams: none shared a session (HTTP/1.1)"
        : TextFormat.of(
            "streams: up to %d shared a session, %d session(s)",
            sharing.maxStreamsPerSession(), sharing.sessionCount());
  }

  /** Returns the flow-control totals of the benchmark's client since the run began. */
  public FlowControlTotals flowControlTotals() {
    return transport.monitor().takeTotals(SolrTransport::isBenchmarkClient);
  }

  public Optional<ProcessHandle> nodesProcess() {
    return cluster.nodesProcess();
  }

  @Override
  protected void beginIteration() {
    totalsBeforeIteration = flowControlTotals();
  }

  @Override
  protected List<ScalarResult> secondaryResults(long operations) {
    List<ScalarResult> figures = new ArrayList<>();
    if (operations > 0) {
      figures.addAll(
          RunProfiler.flowControlResults(
              flowControlTotals().minus(totalsBeforeIteration), operations));
    }
    figures.addAll(reader.secondaryResults());
    return figures;
  }

  String zkHost() {
    return cluster.zkHost();
  }

  public long read(Consumer<Tuple> consumer) {
    if (activeReadCount.getAndIncrement() == 0) {
      transport.monitor().resetOpenStreams(SolrTransport::isBenchmarkClient);
    }
    try {
      return watchdog.run(progress -> reader.read(progress, consumer));
    } finally {
      activeReadCount.decrementAndGet();
    }
  }

  @Override
  public void close() {
    capture.close();
    onCompleted(describeSharing(), watchdog.completedCount());
  }

  @Override
  protected void printEnd(Outcome outcome, Optional<StallCause> cause) {
    out.accept("# " + describeSharing());
    comparePrediction(outcome, cause)
        .ifPresent(end -> out.accept(TextFormat.wrapComment(end.summaryLine())));
  }

  @Override
  protected Optional<String> requestUrl(String session, int stream) {
    return transport.monitor().requestUrl(session, stream);
  }

  @Override
  protected Optional<String> clusterFault() {
    return cluster.fault();
  }

  @Override
  protected EvidenceSources sources() {
    return new EvidenceSources(
        () -> client == null ? "no client yet" : client.dump(),
        () -> cluster == null ? "no cluster yet" : cluster.serverDump(),
        () ->
            transport == null
                ? List.of()
                : transport.monitor().sessions(owner -> !SolrTransport.isBenchmarkClient(owner)),
        () -> cluster == null ? Optional.empty() : cluster.unobservedReason(),
        this::effectiveSettings,
        () ->
            transport == null
                ? new SessionSharing(0, 0)
                : transport.monitor().sharing(SolrTransport::isBenchmarkClient),
        this::comparePrediction,
        Optional.ofNullable(capture),
        Optional.ofNullable(recording));
  }

  private Map<String, Object> effectiveSettings() {
    Map<String, Object> effective = new LinkedHashMap<>();
    if (client != null) {
      effective.put("benchmarkClient", client.effectiveSettings());
    }
    if (cluster != null) {
      effective.put("nodeClients", listOrUnknown(cluster.nodeClients()));
      effective.put("nodeOutputs", listOrUnknown(cluster.nodeOutputs()));
    } else if (transport != null) {
      effective.put("nodeClients", transport.nodeClients());
    }
    return effective;
  }

  private static Object listOrUnknown(List<?> nodeSettings) {
    return nodeSettings.isEmpty() ? UNKNOWN_NODE_SETTINGS : nodeSettings;
  }

  @Override
  protected void abort() throws Exception {
    if (client != null) {
      client.abort();
    }
  }
}
