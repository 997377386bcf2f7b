package io.streambench.bench.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.bench.fork.Command;
import io.streambench.bench.fork.ForkGuard;
import io.streambench.bench.fork.JmhParameters;
import io.streambench.bench.fork.LastRun;
import io.streambench.bench.fork.Resources;
import io.streambench.bench.fork.RunEvidence;
import io.streambench.cluster.Cluster;
import io.streambench.cluster.ClusterException;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.RecordingMode;
import io.streambench.config.RunSettings;
import io.streambench.config.StreamingSettings;
import io.streambench.recording.FlowControlCapture;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.recording.FlowControlRecording;
import io.streambench.recording.FlowControlTotals;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.Environment;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunInfo;
import io.streambench.watchdog.Stop;
import io.streambench.watchdog.Watchdog;
import io.streambench.watchdog.Witnesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.io.Tuple;

/**
 * One run of StreamingSearch: a cluster with its documents, a client, a watchdog, and an outcome at
 * the end. What it opens it closes, in reverse, whatever happens in between.
 */
public final class StreamingRun implements AutoCloseable {
  private static final String BENCHMARK = "StreamingSearch.stream";

  /** For profilers, which know no run. */
  private static StreamingRun last;

  private final RunInfo info;
  private final StreamingSettings settings;
  private final RunEvidence evidence;
  private final Optional<Path> clusters;
  private final String user;
  private final Consumer<String> out;
  private final Resources resources = new Resources();
  private final RunLines lines;
  private final ReadingFactory readingFactory;
  private final AtomicInteger readings = new AtomicInteger();
  private SolrTransport transport;
  private FlowControlCapture capture;
  private FlowControlRecording recording;
  private Cluster cluster;
  private OwnClient client;
  private CollectionReading reader;
  private Watchdog watchdog;

  /** Makes what reads, once the cluster has its documents. */
  public interface ReadingFactory {
    CollectionReading of(Cluster cluster, Http2SolrClient client) throws IOException;
  }

  private StreamingRun(
      RunInfo info,
      StreamingSettings settings,
      int queries,
      Map<String, String> properties,
      Consumer<String> out,
      ReadingFactory readingFactory) {
    this.info = info;
    this.settings = settings;
    this.readingFactory = readingFactory;
    this.out = out;
    this.lines = new RunLines(info, settings, queries, out);
    this.evidence =
        new RunEvidence(
            info,
            this::witnesses,
            JmhParameters.folder(properties, OutcomeFile.FOLDER_PROPERTY),
            out);
    this.clusters = JmhParameters.folder(properties, ClusterPool.FOLDER_PROPERTY);
    this.user = properties.getOrDefault("user.name", "");
  }

  /**
   * Checks the settings and prepares everything up to the first operation.
   *
   * @param mode JMH's short word for what is measured
   * @param queries how many threads read at a time
   * @param parameters the benchmark's parameters, by name
   * @param out receives lines for people
   * @throws io.streambench.config.SettingException if a setting cannot be used; nothing has been
   *     started then
   */
  public static synchronized StreamingRun open(
      String mode, int queries, Map<String, String> parameters, Consumer<String> out) {
    Map<String, String> properties = JmhParameters.properties();
    return open(
        BENCHMARK,
        mode,
        queries,
        parameters,
        StreamingSettings.of(parameters, properties),
        properties,
        out,
        CollectionReader::new);
  }

  /** As above for one query at a time, with the properties given instead of read from this JVM. */
  public static synchronized StreamingRun open(
      String mode,
      Map<String, String> parameters,
      Map<String, String> properties,
      Consumer<String> out) {
    return open(
        BENCHMARK,
        mode,
        1,
        parameters,
        StreamingSettings.of(parameters, properties),
        properties,
        out,
        CollectionReader::new);
  }

  /**
   * As above, for another benchmark that reads a collection in another way.
   *
   * @param benchmark class and method, without the package
   * @param queries how many threads read at a time
   * @param parameters as that benchmark has them
   * @param settings what they come to
   */
  public static synchronized StreamingRun open(
      String benchmark,
      String mode,
      int queries,
      Map<String, String> parameters,
      StreamingSettings settings,
      Map<String, String> properties,
      Consumer<String> out,
      ReadingFactory readingFactory) {
    LastRun.close();
    last = null;
    RunInfo info =
        new RunInfo(
            benchmark,
            mode,
            Command.ofThisProcess(properties),
            Instant.now(),
            parameters,
            "Solr " + Environment.solrVersion(),
            settings.capture(),
            RunSettings.of(properties, Home.folder())
                .recordedAs(settings.recording())
                .checkedLogs());
    ForkGuard.install();
    StreamingRun run = new StreamingRun(info, settings, queries, properties, out, readingFactory);
    last = run;
    LastRun.opened(run::closeQuietly);
    try {
      run.prepare();
      return run;
    } catch (Exception | Error e) {
      run.setupFailed(e);
      last = null;
      if (e instanceof ClusterException known) {
        throw known.alone(); // the evidence has the cause
      }
      throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
  }

  private void prepare() throws Exception {
    settings.warnings().forEach(lines::warning);
    DataFolder data = resources.add(DataFolder.create(Home.dataFolder()));
    transport = resources.add(SolrTransport.open(settings.transport()));
    prepareRecording(data);
    cluster =
        resources.add(
            new Clusters(data.path().resolve("cluster"), clusters, user, out)
                .start(settings, transport));
    double indexSeconds = cluster.prepare(lines::indexing);
    client = resources.add(transport.newClient(SolrTransport.BENCHMARK_CLIENT));
    reader = readingFactory.of(cluster, client.solr());
    resources.add(reader::close);
    watchdog =
        resources.add(
            new Watchdog(
                    new StallRule(info.runSettings().stallTimeout()),
                    transport::clientSessions,
                    client::resources,
                    this::stopped)
                .started());
    if (recording != null) {
      recording.begin();
    }
    startCapture(data.path());
    lines.ready(indexSeconds, cluster, client);
  }

  private void prepareRecording(DataFolder data) throws IOException {
    if (info.runSettings().recording() != RecordingMode.OFF) {
      recording =
          resources.add(
              transport.prepareRecording(Files.createDirectory(data.path().resolve("recording"))));
      data.writtenBy(recording::close); // JMH closes nothing of a run that stalled
    }
  }

  /** Last of all, so that the log tells of readings and not of indexing. */
  private void startCapture(Path data) throws IOException {
    capture =
        resources.add(
            FlowControlCapture.start(
                settings.capture(),
                Files.createDirectory(data.resolve("capture")),
                lines::warning));
  }

  /** What flow control has cost the client of the run that is under way, since it began. */
  public static synchronized Optional<FlowControlTotals> currentTotals() {
    return Optional.ofNullable(last).map(run -> run.transport).map(SolrTransport::totals);
  }

  /** The reader of the run that is under way, if it is one that opens shards in its own way. */
  public static synchronized Optional<ShardReader> currentShardReader() {
    return Optional.ofNullable(last)
        .map(run -> run.reader)
        .filter(ShardReader.class::isInstance)
        .map(ShardReader.class::cast);
  }

  /** Address of the cluster's ZooKeeper. */
  String zkHost() {
    return cluster.zkHost();
  }

  /** The collection that is read. */
  public String collection() {
    return cluster.collection();
  }

  /** Reads the collection once. */
  public long read(Consumer<Tuple> consumer) {
    if (readings.getAndIncrement() == 0) {
      transport.nobodyReads();
    }
    try {
      return watchdog.run(progress -> reader.read(progress, consumer));
    } finally {
      readings.decrementAndGet();
    }
  }

  /** Ends a run that completed. What goes wrong from here on costs a warning, not the score. */
  @Override
  public void close() {
    String detail = RunLines.sharing(transport.sharing());
    out.accept("");
    lines.ended(Outcome.COMPLETED, transport.sharing());
    capture.close();
    evidence.completed(detail, watchdog.completed());
    resources.closeTelling(out);
  }

  /** Told by the watchdog while the reader still stands where it stood. */
  private void stopped(Stop told) {
    Stop stop = told.verdict().outcome() == Outcome.FAILED ? explained(told) : told;
    out.accept("\n# " + stop.verdict().outcome() + ": " + stop.verdict().reason());
    lines.ended(stop.verdict().outcome(), transport.sharing());
    evidence.stopped(stop);
    if (!ForkGuard.inFork()) {
      new Thread(this::closeQuietly, "streambench-close").start();
    }
  }

  /** Where a node is gone, what the reader saw of it is the smaller part of the story. */
  private Stop explained(Stop stop) {
    Verdict verdict = stop.verdict();
    return cluster
        .trouble()
        .map(trouble -> trouble + "; the reader saw " + verdict.reason())
        .map(verdict::withReason)
        .map(
            better ->
                new Stop(
                    better, stop.operation(), stop.tuples(), stop.lastTupleSeconds(), stop.cause()))
        .orElse(stop);
  }

  private void setupFailed(Throwable failure) {
    // What is wrong with a cluster says all there is to say.
    boolean known = failure instanceof ClusterException;
    String reason = known ? failure.getMessage() : "setup failed: " + failure;
    out.accept("\n# FAILED: " + reason);
    if (failure instanceof ClusterException cause) {
      cause.details().forEach(line -> out.accept("#   " + line));
    }
    Stop stop =
        new Stop(new Verdict(Outcome.FAILED, reason, List.of()), 0, 0, 0, Optional.of(failure));
    evidence.stopped(stop);
    closeQuietly();
  }

  private Witnesses witnesses() {
    return new Witnesses(
        () -> client == null ? "no client yet" : client.dump(),
        () -> cluster == null ? List.of("no cluster yet") : cluster.serverDumps(),
        () -> transport == null ? List.of() : transport.otherSessions(),
        () -> cluster == null ? Optional.empty() : cluster.notObserved(),
        this::inEffect,
        () -> transport == null ? new Sharing(0, 0) : transport.sharing(),
        lines::prediction,
        Optional.ofNullable(capture),
        Optional.ofNullable(recording));
  }

  private Map<String, Object> inEffect() {
    Map<String, Object> effective = new LinkedHashMap<>();
    if (client != null) {
      effective.put("benchmarkClient", client.effective());
    }
    if (cluster != null) {
      effective.put(
          "nodeClients",
          cluster.nodeClients().isEmpty() ? RunLines.UNKNOWN : cluster.nodeClients());
    } else if (transport != null) {
      effective.put("nodeClients", transport.nodeClients());
    }
    return effective;
  }

  /** After a failure: cuts connections first, so that nothing waits for what never comes. */
  private synchronized void closeQuietly() {
    if (client != null) {
      try {
        client.abort();
      } catch (Exception e) {
        out.accept("# warning: after the run: " + e);
      }
    }
    resources.closeTelling(out);
  }
}
