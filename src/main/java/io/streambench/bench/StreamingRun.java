package io.streambench.bench;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.cluster.DataFolder;
import io.streambench.cluster.EmbeddedCluster;
import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.config.SettingException;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.documents.BulkIndexer;
import io.streambench.flowcontrol.FlowControlCapture;
import io.streambench.flowcontrol.FlowControlMonitor.Sharing;
import io.streambench.transport.EffectiveSettings;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunFolder;
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
import java.util.stream.Collectors;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.io.Tuple;

/**
 * One run of StreamingSearch: a cluster with its documents, a client, a watchdog, and an outcome at
 * the end. What it opens it closes, in reverse, whatever happens in between.
 */
public final class StreamingRun implements AutoCloseable {
  private static final String BENCHMARK = "StreamingSearch.stream";
  private static final String COLLECTION = "streambench";

  /** Closed by the next run of this JVM if JMH never got to it, which it does after a failure. */
  private static StreamingRun last;

  private final RunInfo info;
  private final Consumer<String> out;
  private final Resources resources = new Resources();
  private final long openNanos = System.nanoTime();
  private final AtomicInteger readings = new AtomicInteger();
  private SolrTransport transport;
  private FlowControlCapture capture;
  private EmbeddedCluster cluster;
  private OwnClient client;
  private CollectionReader reader;
  private Watchdog watchdog;
  private Path outcomeFolder;

  private StreamingRun(RunInfo info, Consumer<String> out) {
    this.info = info;
    this.out = out;
  }

  /**
   * Checks the settings and prepares everything up to the first operation.
   *
   * @param parameters the benchmark's parameters, by name
   * @param out receives lines for people
   * @throws SettingException if a setting cannot be used; nothing has been started then
   */
  public static synchronized StreamingRun open(
      Map<String, String> parameters, Consumer<String> out) {
    return open(parameters, properties(), out);
  }

  /** As above, with the properties given instead of read from this JVM. */
  static synchronized StreamingRun open(
      Map<String, String> parameters, Map<String, String> properties, Consumer<String> out) {
    if (last != null) {
      last.closeQuietly();
      last = null;
    }
    StreamingSettings settings = StreamingSettings.of(parameters, properties);
    Path home = Home.folder();
    RunInfo info =
        new RunInfo(
            BENCHMARK,
            Command.ofThisProcess(properties),
            Instant.now(),
            settings,
            RunSettings.of(properties, home).checkedLogs());
    ForkGuard.install();
    StreamingRun run = new StreamingRun(info, out);
    last = run;
    try {
      run.prepare(home, properties);
      return run;
    } catch (Exception e) {
      run.setupFailed(e);
      throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
  }

  private void prepare(Path home, Map<String, String> properties) throws Exception {
    info.settings().warnings().forEach(warning -> out.accept("# warning: " + warning));
    outcomeFolder =
        Optional.ofNullable(properties.get(OutcomeFile.FOLDER_PROPERTY)).map(Path::of).orElse(null);
    DataFolder data =
        resources.add(DataFolder.create(home.resolve("target").resolve("streambench")));
    transport = resources.add(SolrTransport.open(info.settings().transport()));
    cluster =
        resources.add(
            EmbeddedCluster.start(
                info.settings().cluster(), data.path().resolve("cluster"), transport));
    cluster.createCollection(COLLECTION);
    double seconds = index();
    cluster.awaitDocuments(COLLECTION, info.settings().documents().docCount());
    client = resources.add(transport.newClient(SolrTransport.BENCHMARK_CLIENT));
    reader =
        new CollectionReader(
            cluster.zkHost(), COLLECTION, info.settings().documents(), client.solr());
    resources.add(reader::close);
    watchdog =
        resources.add(
            new Watchdog(
                    new StallRule(info.runSettings().stallTimeout()),
                    transport::clientSessions,
                    this::stopped)
                .started());
    startCapture(data.path());
    printSettings(seconds);
  }

  /** Last of all, so that the log tells of readings and not of indexing. */
  private void startCapture(Path data) throws IOException {
    capture =
        resources.add(
            FlowControlCapture.start(
                info.settings().capture(),
                Files.createDirectory(data.resolve("capture")),
                warning -> out.accept("# warning: " + warning)));
  }

  private double index() throws Exception {
    try (OwnClient http = transport.newClient(SolrTransport.INDEXING_CLIENT);
        CloudHttp2SolrClient indexing =
            new CloudHttp2SolrClient.Builder(List.of(cluster.zkHost()), Optional.empty())
                .withHttpClient(http.solr())
                .build()) {
      return new BulkIndexer(info.settings().documents(), indexing, COLLECTION).index();
    }
  }

  /** Address of the cluster's ZooKeeper. */
  String zkHost() {
    return cluster.zkHost();
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

  /** Ends a run that completed. */
  @Override
  public void close() throws Exception {
    Sharing sharing = transport.sharing();
    String detail = sharingLine(sharing);
    out.accept("\n# " + detail);
    capture.close();
    Path folder =
        capture.hasLines()
            ? new RunFolder(info, witnesses()).keepCapture(watchdog.completed())
            : null;
    if (folder != null) {
      out.accept("# flow-control log: " + folder);
    }
    report(Outcome.COMPLETED, 0, detail, folder);
    resources.close();
  }

  /** Told by the watchdog while the reader still stands where it stood. */
  private void stopped(Stop stop) {
    Path folder = null;
    try {
      folder = new RunFolder(info, witnesses()).keep(stop);
    } catch (IOException e) {
      out.accept("# warning: no folder of evidence could be made: " + e);
    }
    String detail = stop.verdict().reason();
    out.accept("\n# " + stop.verdict().outcome() + ": " + detail);
    out.accept("# " + sharingLine(transport.sharing()));
    if (folder != null) {
      out.accept("# evidence: " + folder);
    }
    report(stop.verdict().outcome(), stop.lastTupleSeconds(), detail, folder);
    if (!ForkGuard.inFork()) {
      new Thread(this::closeQuietly, "streambench-close").start();
    }
  }

  private void setupFailed(Exception failure) {
    String reason = "setup failed: " + failure;
    Path folder = null;
    if (!(failure instanceof SettingException)) {
      Stop stop =
          new Stop(new Verdict(Outcome.FAILED, reason, List.of()), 0, 0, 0, Optional.of(failure));
      try {
        folder = new RunFolder(info, witnesses()).keep(stop);
      } catch (IOException e) {
        failure.addSuppressed(e);
      }
    }
    out.accept("\n# FAILED: " + reason);
    report(Outcome.FAILED, 0, reason, folder);
    closeQuietly();
    last = null;
  }

  private Witnesses witnesses() {
    return new Witnesses(
        () -> client == null ? "no client yet" : client.dump(),
        () -> cluster == null ? List.of("no cluster yet") : cluster.serverDumps(),
        () -> transport == null ? List.of() : transport.otherSessions(),
        this::inEffect,
        () -> transport == null ? new Sharing(0, 0) : transport.sharing(),
        Optional.ofNullable(capture));
  }

  private Map<String, Object> inEffect() {
    Map<String, Object> effective = new LinkedHashMap<>();
    if (client != null) {
      effective.put("benchmarkClient", client.effective());
    }
    if (transport != null) {
      effective.put("nodeClients", transport.nodeClients());
    }
    return effective;
  }

  private void printSettings(double indexSeconds) {
    out.accept(
        Text.of(
            "%n# ready after %.1f s, of which %.1f s to index %,d documents of %,d bytes",
            (System.nanoTime() - openNanos) / 1e9,
            indexSeconds,
            info.settings().documents().docCount(),
            info.settings().documents().docSizeBytes()));
    out.accept("# in effect, benchmark's client: " + client.effective().describe());
    out.accept(
        "# in effect, clients in the nodes:  "
            + transport.nodeClients().stream()
                .map(EffectiveSettings::describe)
                .collect(Collectors.joining("; and: ")));
    out.accept("# capture: " + info.settings().capture());
  }

  private static String sharingLine(Sharing sharing) {
    return sharing.sessions() == 0
        ? "streams: none shared a session (HTTP/1.1)"
        : Text.of(
            "streams: up to %d shared a session, %d session(s)",
            sharing.maxStreamsPerSession(), sharing.sessions());
  }

  private void report(Outcome outcome, double seconds, String detail, Path folder) {
    if (outcomeFolder == null) {
      return;
    }
    try {
      new OutcomeFile(
              info.benchmark(),
              info.settings().parameters(),
              outcome,
              seconds,
              detail,
              folder == null ? null : folder.toString())
          .writeTo(outcomeFolder);
    } catch (IOException e) {
      out.accept("# warning: the outcome could not be handed over: " + e);
    }
  }

  /** After a failure: cuts connections first, so that nothing waits for what never comes. */
  private synchronized void closeQuietly() {
    try {
      if (client != null) {
        client.abort();
      }
      resources.close();
    } catch (Exception e) {
      out.accept("# warning: after the run: " + e);
    }
  }

  private static Map<String, String> properties() {
    return System.getProperties().stringPropertyNames().stream()
        .collect(Collectors.toMap(name -> name, System::getProperty));
  }
}
