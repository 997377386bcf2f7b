package io.streambench.bench;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.load.Latencies;
import io.streambench.cluster.Cluster;
import io.streambench.cluster.ClusterException;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.Text;
import io.streambench.config.UpdateSettings;
import io.streambench.results.LoadFile;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.OutcomeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;

/**
 * One fork's writes: a cluster, one client that all threads share, and what their requests came to.
 */
final class UpdateRun implements AutoCloseable {
  private static final String BENCHMARK = "UpdateRequests.add";

  /** A write that takes longer than this has failed: nobody else looks after it. */
  private static final long IDLE_SECONDS = 60;

  /** Where there are no forks, a run that failed is closed before the next one opens. */
  private static UpdateRun last;

  private final UpdateSettings settings;
  private final String mode;
  private final int threads;
  private final Map<String, String> parameters;
  private final Map<String, String> properties;
  private final Consumer<String> out;
  private final Resources resources = new Resources();
  private final WrittenDocuments documents;
  private final CountedLoads loads = new CountedLoads();
  private final AtomicLong left = new AtomicLong();
  private Cluster cluster;
  private OwnClient client;
  private List<String> leaders;

  private UpdateRun(
      UpdateSettings settings,
      String mode,
      int threads,
      Map<String, String> parameters,
      Map<String, String> properties,
      Consumer<String> out) {
    this.settings = settings;
    this.mode = mode;
    this.threads = threads;
    this.parameters = parameters;
    this.properties = properties;
    this.out = out;
    this.documents = new WrittenDocuments(settings.documents());
  }

  /**
   * Starts or finds the cluster, and makes the client.
   *
   * @param mode JMH's short word for what is measured
   * @param threads that will send at the same time
   * @param out receives lines for people
   * @throws io.streambench.config.SettingException if a setting cannot be used; nothing has been
   *     started then
   */
  static synchronized UpdateRun open(
      Map<String, String> parameters,
      String mode,
      int threads,
      Map<String, String> properties,
      Consumer<String> out) {
    if (last != null) {
      last.resources.closeTelling(out);
      last = null;
    }
    UpdateSettings settings = UpdateSettings.of(parameters, properties);
    settings.check(mode);
    UpdateRun run = new UpdateRun(settings, mode, threads, parameters, properties, out);
    ForkGuard.install();
    last = run;
    try {
      run.prepare();
      return run;
    } catch (Exception | Error e) {
      run.outcome(
          Outcome.FAILED, e instanceof ClusterException ? e.getMessage() : "setup failed: " + e);
      run.resources.closeTelling(out);
      last = null;
      if (e instanceof ClusterException known) {
        throw known.alone();
      }
      throw e instanceof RuntimeException unchecked ? unchecked : new IllegalStateException(e);
    }
  }

  private void prepare() throws Exception {
    DataFolder data = resources.add(DataFolder.create(Home.dataFolder()));
    SolrTransport transport = resources.add(SolrTransport.open(settings.transport()));
    cluster =
        resources.add(
            new Clusters(
                    data.path().resolve("cluster"),
                    JmhParameters.folder(properties, ClusterPool.FOLDER_PROPERTY),
                    properties.getOrDefault("user.name", ""),
                    out)
                .start(settings, transport));
    cluster.prepare(() -> {});
    client = resources.add(transport.newClient(SolrTransport.BENCHMARK_CLIENT, IDLE_SECONDS));
    leaders = Leaders.of(cluster, client.solr()).stream().map(Replica::getBaseUrl).toList();
    settings.warnings().forEach(warning -> out.accept("# warning: " + warning));
    out.accept("\n# cluster: " + cluster.describe());
    out.accept("# in effect, benchmark's client: " + client.effective().describe());
  }

  /** As {@link CountedLoads#begins}. */
  void begins(boolean counted) {
    settings.requests().ifPresent(left::set);
    loads.begins(counted);
  }

  /** The load has ended on all threads. */
  void ends() {
    loads.ends();
  }

  /** What was sent of the load that ended last, if this JVM sends any. */
  static synchronized Optional<LoadCounter> lastLoad() {
    return Optional.ofNullable(last).map(run -> run.loads.last());
  }

  /** Sends what the settings make an operation: one request, or a share of a whole load. */
  void operation(int thread) {
    LoadCounter counter = loads.current();
    if (settings.requests().isEmpty()) {
      send(thread, counter);
      return;
    }
    while (left.getAndDecrement() > 0) {
      send(thread, counter);
    }
  }

  private void send(int thread, LoadCounter counter) {
    UpdateRequest update = new UpdateRequest();
    update.add(documents.next());
    String node = leaders.get(thread % leaders.size());
    long start = System.nanoTime();
    try {
      int status = client.solr().requestWithBaseUrl(node, cluster.collection(), update).getStatus();
      if (status == 0) {
        counter.succeeded(start, System.nanoTime());
      } else {
        counter.failed(start, System.nanoTime(), "status " + status);
      }
    } catch (SolrException e) {
      counter.failed(start, System.nanoTime(), "HTTP status " + e.code());
    } catch (SolrServerException | IOException e) {
      counter.failed(start, System.nanoTime(), root(e).getClass().getSimpleName());
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** Hands over what was counted, and checks that every document that was acknowledged is there. */
  @Override
  public synchronized void close() {
    try {
      LoadFile load = loads.file(threads, client.openConnections());
      if (load.requests() > 0) {
        hand(load);
      }
      verify(load);
      if (load.requests() > 0) {
        outcome(Outcome.COMPLETED, describe(load));
      }
    } catch (SolrServerException | IOException | RuntimeException e) {
      String reason =
          e instanceof IllegalStateException ? e.getMessage() : "after the load: " + root(e);
      outcome(Outcome.FAILED, reason);
      throw new IllegalStateException(reason, e);
    } finally {
      resources.closeTelling(out);
    }
  }

  private void verify(LoadFile load) throws SolrServerException, IOException {
    long sent = loads.sent();
    long acknowledged = loads.acknowledged();
    if (sent > 0 && acknowledged == 0) {
      throw new IllegalStateException(
          Text.of("none of %,d requests succeeded: %s", sent, load.failures()));
    }
    try (CloudHttp2SolrClient cloud = Leaders.cloud(cluster, client.solr())) {
      long found = documents.committed(cloud, cluster.collection());
      // What was not acknowledged may have been written all the same.
      if (found < acknowledged || found > sent) {
        throw new IllegalStateException(
            Text.of(
                "%,d of %,d documents were acknowledged, and %,d are there",
                acknowledged, sent, found));
      }
      documents.remove(cloud, cluster.collection());
    }
  }

  private void hand(LoadFile load) throws IOException {
    Optional<Path> folder = JmhParameters.folder(properties, OutcomeFile.FOLDER_PROPERTY);
    if (folder.isPresent()) {
      load.writeTo(
          folder.get().resolve("fork-" + ProcessHandle.current().pid() + LoadFile.EXTENSION));
    }
  }

  private static String describe(LoadFile load) {
    Latencies latencies = LoadFile.latencies(load.latencies());
    return Text.of(
        "%,.0f requests/s, mean %.2f ms, P50 %.2f, P99 %.2f, max %.2f, %.3f %% succeeded, %d"
            + " connection(s) open",
        load.requestsPerSecond(),
        latencies.mean(),
        latencies.p50(),
        latencies.p99(),
        latencies.max(),
        100 * load.success(),
        load.connections());
  }

  private void outcome(Outcome outcome, String detail) {
    out.accept("\n# " + outcome + ": " + detail);
    JmhParameters.folder(properties, OutcomeFile.FOLDER_PROPERTY)
        .ifPresent(
            folder -> {
              try {
                new OutcomeFile(BENCHMARK, mode, parameters, outcome, 0, detail, null)
                    .writeTo(folder);
              } catch (IOException e) {
                out.accept("# warning: the outcome could not be handed over: " + e);
              }
            });
  }
}
