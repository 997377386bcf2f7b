package io.streambench.bench;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.load.Latencies;
import io.streambench.cluster.Cluster;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.Text;
import io.streambench.config.UpdateSettings;
import io.streambench.documents.SyntheticDocuments;
import io.streambench.results.LoadFile;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.OutcomeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.UpdateRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.Slice;
import org.apache.solr.common.cloud.ZkStateReader;

/**
 * One fork's writes: a cluster, one client that all threads share, and what their requests came to.
 */
final class UpdateRun implements AutoCloseable {
  private static volatile UpdateRun last;

  private final UpdateSettings settings;
  private final int threads;
  private final Map<String, String> parameters;
  private final Map<String, String> properties;
  private final Consumer<String> out;
  private final Resources resources = new Resources();
  private final SyntheticDocuments documents;
  private final AtomicInteger nextDocument = new AtomicInteger();
  private final AtomicLong left = new AtomicLong();
  private final List<LoadCounter> loads = new ArrayList<>();

  /** Told apart from those of other forks, which may share the cluster. */
  private final String idPrefix =
      Long.toString(ProcessHandle.current().pid(), Character.MAX_RADIX)
          + "-"
          + Long.toString(System.currentTimeMillis(), Character.MAX_RADIX)
          + "-";

  private final List<LoadCounter> counters = new ArrayList<>();
  private LoadCounter current = new LoadCounter();
  private boolean currentCounted;
  private long before;
  private long acknowledged;
  private long sent;
  private Cluster cluster;
  private OwnClient client;
  private List<String> leaders;
  private ClientMeter meter;
  private ClientMeter.Cost cost;

  private UpdateRun(
      UpdateSettings settings,
      int threads,
      Map<String, String> parameters,
      Map<String, String> properties,
      Consumer<String> out) {
    this.settings = settings;
    this.threads = threads;
    this.parameters = parameters;
    this.properties = properties;
    this.out = out;
    this.documents = new SyntheticDocuments(settings.documents());
  }

  /**
   * Starts or finds the cluster, and makes the client.
   *
   * @param threads that will send at the same time
   * @param out receives lines for people
   */
  static UpdateRun open(
      Map<String, String> parameters,
      int threads,
      Map<String, String> properties,
      Consumer<String> out) {
    UpdateRun run =
        new UpdateRun(
            UpdateSettings.of(parameters, properties), threads, parameters, properties, out);
    ForkGuard.install();
    try {
      run.prepare();
      last = run;
      return run;
    } catch (Exception | Error e) {
      run.outcome(Outcome.FAILED, String.valueOf(e.getMessage()));
      run.closeAll();
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
                    folder(ClusterPool.FOLDER_PROPERTY),
                    properties.getOrDefault("user.name", ""),
                    out)
                .start(settings, transport));
    cluster.prepare(() -> {});
    client = resources.add(transport.newClient(SolrTransport.BENCHMARK_CLIENT));
    leaders = leaders();
    before = committed();
    out.accept("\n# cluster: " + cluster.describe());
    out.accept("# in effect, benchmark's client: " + client.effective().describe());
  }

  private Optional<Path> folder(String property) {
    return Optional.ofNullable(properties.get(property)).map(Path::of);
  }

  private List<String> leaders() throws IOException {
    try (CloudHttp2SolrClient cloud = cloud()) {
      cloud.connect();
      return ZkStateReader.from(cloud)
          .getClusterState()
          .getCollection(cluster.collection())
          .getActiveSlices()
          .stream()
          .map(Slice::getLeader)
          .map(leader -> leader.getBaseUrl())
          .toList();
    }
  }

  private CloudHttp2SolrClient cloud() {
    return new CloudHttp2SolrClient.Builder(List.of(cluster.zkHost()), Optional.empty())
        .withHttpClient(client.solr())
        .build();
  }

  /**
   * A load begins, of which nothing has been sent.
   *
   * @param counted whether it is more than a warm-up
   */
  synchronized void begins(boolean counted) {
    settle();
    currentCounted = counted;
    settings.requests().ifPresent(left::set);
    if (counted && meter == null) {
      meter = ClientMeter.begin();
    }
  }

  /** For one thread to count what it sends of the load that has begun. */
  synchronized LoadCounter newCounter() {
    LoadCounter counter = new LoadCounter();
    counters.add(counter);
    return counter;
  }

  /** The load has ended on all threads. */
  synchronized void ends() {
    counters.forEach(current::add);
    acknowledged += current.requests() - current.failures();
    sent += current.requests();
    if (currentCounted) {
      cost = meter.end();
    }
  }

  /** What was sent of the load that ended last, if this JVM sends any. */
  static Optional<LoadCounter> lastLoad() {
    return Optional.ofNullable(last).map(UpdateRun::current);
  }

  private synchronized LoadCounter current() {
    return current;
  }

  private void settle() {
    if (currentCounted && current.requests() > 0) {
      loads.add(current);
    }
    current = new LoadCounter();
    counters.clear();
  }

  /** Sends what the settings make an operation: one request, or a share of a whole load. */
  void operation(int thread, LoadCounter counter) {
    if (settings.requests().isEmpty()) {
      send(thread, counter);
      return;
    }
    while (left.getAndDecrement() > 0) {
      send(thread, counter);
    }
  }

  private void send(int thread, LoadCounter counter) {
    int number = nextDocument.getAndIncrement();
    SolrInputDocument document = documents.document(number);
    document.setField("id", idPrefix + number);
    UpdateRequest update = new UpdateRequest();
    update.add(document);
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

  /** The loads so far, as one. */
  private LoadFile load(int connections) {
    settle();
    LoadCounter measured = new LoadCounter();
    loads.forEach(measured::add);
    ClientMeter.Cost paid = cost == null ? new ClientMeter.Cost(0, 0, 0, 0) : cost;
    return new LoadFile(
        threads,
        measured.requests(),
        measured.failuresByKind(),
        loads.stream().mapToDouble(LoadCounter::seconds).sum(),
        connections,
        paid.heapBeforeBytes(),
        paid.heapAfterBytes(),
        (double) paid.allocatedBytes() / Math.max(1, measured.requests()),
        paid.cpu(),
        LoadFile.encoded(measured.latencies()));
  }

  /** Checks that every document that was acknowledged is there, and hands over what was counted. */
  @Override
  public synchronized void close() {
    try {
      int connections = client.openConnections();
      long found = committed() - before;
      // What was not acknowledged may have been written all the same.
      if (found < acknowledged || found > sent) {
        String reason =
            Text.of(
                "%,d of %,d documents were acknowledged, and %,d are there",
                acknowledged, sent, found);
        outcome(Outcome.FAILED, reason);
        throw new IllegalStateException(reason);
      }
      LoadFile load = load(connections);
      if (load.requests() > 0) {
        hand(load);
        outcome(Outcome.COMPLETED, describe(load));
      }
    } catch (SolrServerException | IOException e) {
      outcome(Outcome.FAILED, "after the load: " + root(e).getMessage());
      throw new IllegalStateException(e);
    } finally {
      closeAll();
    }
  }

  private long committed() throws SolrServerException, IOException {
    try (CloudHttp2SolrClient cloud = cloud()) {
      cloud.commit(cluster.collection());
      return cloud
          .query(cluster.collection(), new SolrQuery("*:*").setRows(0))
          .getResults()
          .getNumFound();
    }
  }

  private void hand(LoadFile load) throws IOException {
    Optional<Path> folder = folder(OutcomeFile.FOLDER_PROPERTY);
    if (folder.isPresent()) {
      load.writeTo(
          folder.get().resolve("fork-" + ProcessHandle.current().pid() + LoadFile.EXTENSION));
    }
  }

  private static String describe(LoadFile load) {
    Latencies latencies = LoadFile.latencies(load.latencies());
    return Text.of(
        "%,.0f requests/s, mean %.2f ms, P50 %.2f, P99 %.2f, max %.2f, %.3f %% succeeded, %d"
            + " connection(s)",
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
    folder(OutcomeFile.FOLDER_PROPERTY)
        .ifPresent(
            folder -> {
              try {
                new OutcomeFile("UpdateRequests.add", "ss", parameters, outcome, 0, detail, null)
                    .writeTo(folder);
              } catch (IOException e) {
                out.accept("# warning: the outcome could not be handed over: " + e);
              }
            });
  }

  private void closeAll() {
    try {
      resources.close();
    } catch (Exception e) {
      out.accept("# warning: after the run: " + e);
    }
  }
}
