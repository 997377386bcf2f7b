package io.streambench.bench.load;

import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.load.LoadCounter.RequestTimes;
import io.streambench.bench.settings.LoadSettings;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.SolrTransport;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.HdrHistogram.Histogram;
import org.apache.logging.log4j.core.util.Throwables;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;
import org.openjdk.jmh.results.ScalarResult;

/** A run that sends requests through one client that all threads share, and counts responses. */
public final class LoadRun extends BenchmarkRun {
  /** The label and unit of a secondary result: the growth of the nodes' heap during a load. */
  public static final String NODE_HEAP_GROWTH = "nodeHeapGrowth, MB";

  /** The idle timeout of the client. Ends requests that hang, since this run has no watchdog. */
  private static final long IDLE_TIMEOUT_SECONDS = 60;

  private final LoadSettings settings;
  private final RequestSource.Factory requestSourceFactory;
  private final ForkLoads forkLoads = new ForkLoads();
  private final AtomicLong remainingRequests = new AtomicLong();
  private volatile RequestSchedule requestSchedule;
  private Cluster cluster;
  private OptionalLong nodeHeapBytesBefore = OptionalLong.empty();
  private OwnClient client;
  private RequestSource requestSource;

  private LoadRun(
      Job job,
      LoadSettings settings,
      RequestSource.Factory requestSourceFactory,
      Consumer<String> out) {
    super(job, out);
    this.settings = settings;
    this.requestSourceFactory = requestSourceFactory;
    this.requestSchedule = new RequestSchedule(settings.requestsPerSecond(), 0, System::nanoTime);
  }

  public static LoadRun open(
      Job job,
      LoadSettings settings,
      RequestSource.Factory requestSourceFactory,
      Consumer<String> out) {
    return open(() -> new LoadRun(job, settings, requestSourceFactory, out));
  }

  @Override
  protected void prepare() throws Exception {
    settings.warnings().forEach(this::warn);
    DataFolder data = createDataFolder();
    SolrTransport transport = closeAtEnd(SolrTransport.open(settings.transport()));
    cluster = closeAtEnd(newClusterProvider(data).start(settings, transport));
    cluster.prepare(() -> {});
    client = closeAtEnd(transport.newClient(SolrTransport.BENCHMARK_CLIENT, IDLE_TIMEOUT_SECONDS));
    requestSource =
        requestSourceFactory.create(
            new RequestSource.Target(
                cluster,
                client,
                cluster.leaderReplicas(client).stream().map(Replica::getBaseUrl).toList()));
    out.accept("\n# cluster: " + cluster.describe());
    out.accept(
        TextFormat.wrapComment(
            "in effect, benchmark's client: " + client.effectiveSettings().describe()));
    out.accept(
        settings.requestsPerSecond().isPresent()
            ? TextFormat.of(
                "# open loop: %,.1f requests/s, by at most %d thread(s)",
                settings.requestsPerSecond().getAsDouble(), job.threads())
            : TextFormat.of("# closed loop: %d in flight", job.threads()));
  }

  /** Begins a load or a warm-up; {@code seconds} is ignored if the number of requests is fixed. */
  public void begin(boolean isMeasured, double seconds) {
    settings.requestsPerOperation().ifPresent(remainingRequests::set);
    if (isMeasured && settings.requestsPerOperation().isPresent()) {
      nodeHeapBytesBefore = cluster.nodesHeapBytes();
    }
    double timedSeconds = settings.requestsPerOperation().isPresent() ? 0 : seconds;
    forkLoads.begin(isMeasured, timedSeconds);
    requestSchedule =
        new RequestSchedule(
            settings.requestsPerSecond(), (long) (timedSeconds * 1e9), System::nanoTime);
  }

  public void end() {
    forkLoads.end();
  }

  public LoadCounter lastLoad() {
    return forkLoads.currentLoad();
  }

  @Override
  protected List<ScalarResult> secondaryResults(long operations) {
    LoadCounter load = lastLoad();
    if (load.succeededCount() == 0) {
      return List.of();
    }
    Histogram latencies = load.latencies();
    List<ScalarResult> figures = new ArrayList<>();
    OptionalLong before = nodeHeapBytesBefore;
    OptionalLong after = before.isPresent() ? cluster.nodesHeapBytes() : OptionalLong.empty();
    if (after.isPresent()) {
      double growth = after.getAsLong() - before.getAsLong();
      figures.add(RunProfiler.averageResult(NODE_HEAP_GROWTH, growth / 1e6));
    }
    figures.addAll(
        List.of(
            RunProfiler.averageResult("requests, 1/s", load.succeededCount() / load.seconds()),
            RunProfiler.averageResult("latencyP50, ms", LoadFile.statisticMillis(latencies, "P50")),
            RunProfiler.averageResult("latencyP99, ms", LoadFile.statisticMillis(latencies, "P99")),
            RunProfiler.averageResult(
                "success, %",
                100.0 * load.succeededCount() / (load.succeededCount() + load.failedCount()))));
    return figures;
  }

  /** Sends one request or, if the number of requests is fixed, this thread's share of them. */
  public void runOperation(int thread) {
    LoadCounter counter = forkLoads.currentLoad();
    if (settings.requestsPerOperation().isEmpty()) {
      send(thread, counter);
      return;
    }
    while (remainingRequests.getAndDecrement() > 0) {
      send(thread, counter);
    }
  }

  private void send(int thread, LoadCounter counter) {
    RequestSource.Request request = requestSource.next(thread);
    long due = requestSchedule.awaitNextRequest();
    if (due == RequestSchedule.END_OF_LOAD) {
      return;
    }
    long sent = settings.requestsPerSecond().isPresent() ? System.nanoTime() : due;
    try {
      RequestSource.Response response = request.send();
      counter.recordSuccess(new RequestTimes(due, sent, System.nanoTime()), response);
    } catch (SolrException | SolrServerException | IOException e) {
      counter.recordFailure(new RequestTimes(due, sent, System.nanoTime()), failureKind(e));
    }
  }

  private static String failureKind(Exception failure) {
    if (failure instanceof SolrException solr) {
      return "HTTP status " + solr.code();
    }
    return failure instanceof RequestSource.WrongResponseException wrong
        ? "wrong answer: " + wrong.getMessage()
        : Throwables.getRootCause(failure).getClass().getSimpleName();
  }

  @Override
  public synchronized void close() {
    try {
      LoadFile load =
          forkLoads.toLoadFile(
              job.threads(), settings.requestsPerSecond(), client.openConnections());
      long sent = forkLoads.totalLoad().sentCount.sum();
      long acknowledged = forkLoads.totalLoad().acknowledgedCount.sum();
      if (load.requests() > 0) {
        writeLoad(load);
      }
      if (sent > 0 && acknowledged == 0) {
        throw new IllegalStateException(
            TextFormat.of("none of %,d requests succeeded: %s", sent, load.failures()));
      }
      if (forkLoads.hasMeasuredLoads() && load.requests() == 0) {
        throw new IllegalStateException("no request ended in the time that counts");
      }
      requestSource.verify(sent, acknowledged);
      if (load.requests() > 0) {
        recordOutcome(Outcome.COMPLETED, describe(load));
      }
    } catch (SolrServerException | IOException | RuntimeException e) {
      String reason =
          e instanceof IllegalStateException
              ? e.getMessage()
              : "after the load: " + Throwables.getRootCause(e);
      recordOutcome(Outcome.FAILED, reason);
      throw new IllegalStateException(reason, e);
    } finally {
      closeAll();
    }
  }

  private void writeLoad(LoadFile load) throws IOException {
    if (outcomeFolder.isPresent()) {
      String name = "fork-" + ProcessHandle.current().pid() + LoadFile.EXTENSION;
      load.writeTo(outcomeFolder.get().resolve(name));
    }
  }

  private static String describe(LoadFile load) {
    Histogram latencies = load.latencies();
    return TextFormat.of(
        "%,.0f requests/s, mean %.2f ms, P50 %.2f, P99 %.2f, max %.2f, %.3f %% succeeded, %d"
            + " connection(s) open",
        load.requestsPerSecond(),
        LoadFile.statisticMillis(latencies, "mean"),
        LoadFile.statisticMillis(latencies, "P50"),
        LoadFile.statisticMillis(latencies, "P99"),
        LoadFile.statisticMillis(latencies, "max"),
        100 * load.successRatio(),
        load.connections());
  }

  private void recordOutcome(Outcome outcome, String detail) {
    printOutcome(outcome, detail);
    writeOutcome(outcome, 0, 0, detail, Optional.empty(), Optional.empty());
  }
}
