package io.streambench.bench.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.bench.fork.ForkGuard;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.LastRun;
import io.streambench.bench.fork.Resources;
import io.streambench.bench.fork.RunEvidence;
import io.streambench.bench.fork.SetupFailure;
import io.streambench.cluster.Cluster;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.RecordingMode;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlCapture;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.recording.FlowControlRecording;
import io.streambench.recording.FlowControlTotals;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.Environment;
import io.streambench.watchdog.EvidenceSources;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunInfo;
import io.streambench.watchdog.Stop;
import io.streambench.watchdog.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
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
  /** The run that was opened last, for profilers, which know no run. */
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
      Job job,
      Consumer<String> out,
      ReadingFactory readingFactory) {
    this.info = info;
    this.settings = settings;
    this.readingFactory = readingFactory;
    this.out = out;
    this.lines = new RunLines(info, settings, job.threads(), out);
    this.evidence =
        new RunEvidence(info, this::witnesses, job.folder(OutcomeFile.FOLDER_PROPERTY), out);
    this.clusters = job.folder(ClusterPool.FOLDER_PROPERTY);
    this.user = job.properties().getOrDefault("user.name", "");
  }

  /**
   * Checks the settings and prepares everything up to the first operation.
   *
   * @param out receives lines for people
   * @throws io.streambench.config.SettingException if a setting cannot be used; nothing has been
   *     started then
   */
  public static synchronized StreamingRun open(Job job, Consumer<String> out) {
    return open(
        job, StreamingSettings.of(job.parameters(), job.properties()), out, CollectionReader::new);
  }

  /**
   * Opens the run of another benchmark, which reads a collection in another way.
   *
   * @param settings the settings that its parameters give
   */
  public static synchronized StreamingRun open(
      Job job, StreamingSettings settings, Consumer<String> out, ReadingFactory readingFactory) {
    LastRun.close();
    last = null;
    RunInfo info =
        job.begun("Solr " + Environment.solrVersion(), settings.capture(), settings.recording());
    ForkGuard.install();
    StreamingRun run = new StreamingRun(info, settings, job, out, readingFactory);
    last = run;
    LastRun.opened(run::closeQuietly);
    try {
      run.prepare();
      return run;
    } catch (Exception | Error e) {
      SetupFailure failure = new SetupFailure(e);
      run.evidence.stopped(failure.told(out));
      run.closeQuietly();
      last = null;
      throw failure.toThrow();
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

  /** The cost of flow control for the client of the run that is under way, since it began. */
  public static synchronized Optional<FlowControlTotals> currentTotals() {
    return Optional.ofNullable(last).map(run -> run.transport).map(SolrTransport::totals);
  }

  /** The process of the nodes of the run that is under way, if they have one of their own. */
  public static synchronized Optional<ProcessHandle> currentNodes() {
    return Optional.ofNullable(last).map(run -> run.cluster).flatMap(Cluster::process);
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
    out.accept("\n" + Text.comment(stop.verdict().outcome() + ": " + stop.verdict().reason()));
    lines.ended(stop.verdict().outcome(), transport.sharing());
    evidence.stopped(stop);
    if (!ForkGuard.inFork()) {
      new Thread(this::closeQuietly, "streambench-close").start();
    }
  }

  /** Puts the end of a node before what the reader saw of it. */
  private Stop explained(Stop stop) {
    Verdict verdict = stop.verdict();
    return cluster
        .trouble()
        .map(trouble -> trouble + "; the reader saw " + verdict.reason())
        .map(verdict::withReason)
        .map(stop::with)
        .orElse(stop);
  }

  private EvidenceSources witnesses() {
    return new EvidenceSources(
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
      effective.put(
          "nodeOutputs",
          cluster.nodeOutputs().isEmpty() ? RunLines.UNKNOWN : cluster.nodeOutputs());
    } else if (transport != null) {
      effective.put("nodeClients", transport.nodeClients());
    }
    return effective;
  }

  /** Closes all after a failure, connections first: nothing then waits for what never comes. */
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
