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
  /** Label and unit of a secondary result: the growth of the nodes' heap during a load. */
  public static final String NODE_HEAP_GROWTH = "nodeHeapGrowth, MB";

  /** Idle timeout of the client. Ends requests that hang, since this run has no watchdog. */
  private static final long IDLE_TIMEOUT_SECONDS = 60;

  private final LoadSettings settings;
  private final Requests.Kind kind;
  private final ForkLoads loads = new ForkLoads();
  private final AtomicLong remainingRequests = new AtomicLong();
  private volatile Pace pace;
  private Cluster cluster;
  private OptionalLong nodeHeapBytesBefore = OptionalLong.empty();
  private OwnClient client;
  private Requests requests;

  private LoadRun(Job job, LoadSettings settings, Requests.Kind kind, Consumer<String> out) {
    super(job, out);
    this.settings = settings;
    this.kind = kind;
    this.pace = new Pace(settings.rate(), 0, System::nanoTime);
  }

  public static LoadRun open(
      Job job, LoadSettings settings, Requests.Kind kind, Consumer<String> out) {
    return open(() -> new LoadRun(job, settings, kind, out));
  }

  @Override
  protected void prepare() throws Exception {
    settings.warnings().forEach(this::warn);
    DataFolder data = dataFolder();
    SolrTransport transport = closeAtEnd(SolrTransport.open(settings.transport()));
    cluster = closeAtEnd(clusters(data).start(settings, transport));
    cluster.prepare(() -> {});
    client = closeAtEnd(transport.newClient(SolrTransport.BENCHMARK_CLIENT, IDLE_TIMEOUT_SECONDS));
    requests =
        kind.create(
            new Requests.Target(
                cluster,
                client,
                cluster.leaders(client).stream().map(Replica::getBaseUrl).toList()));
    out.accept("\n# cluster: " + cluster.describe());
    out.accept(
        TextFormat.comment("in effect, benchmark's client: " + client.effective().describe()));
    out.accept(
        settings.rate().isPresent()
            ? TextFormat.of(
                "# open loop: %,.1f requests/s, by at most %d thread(s)",
                settings.rate().getAsDouble(), job.threads())
            : TextFormat.of("# closed loop: %d in flight", job.threads()));
  }

  /** Begins a load or a warm-up; {@code seconds} is ignored if the number of requests is fixed. */
  public void begin(boolean counted, double seconds) {
    settings.requests().ifPresent(remainingRequests::set);
    if (counted && settings.requests().isPresent()) {
      nodeHeapBytesBefore = cluster.nodesHeapBytes();
    }
    double timedSeconds = settings.requests().isPresent() ? 0 : seconds;
    loads.begin(counted, timedSeconds);
    pace = new Pace(settings.rate(), (long) (timedSeconds * 1e9), System::nanoTime);
  }

  public void end() {
    loads.end();
  }

  public LoadCounter lastLoad() {
    return loads.current();
  }

  @Override
  protected List<ScalarResult> secondaryResults(long operations) {
    LoadCounter load = lastLoad();
    if (load.succeeded() == 0) {
      return List.of();
    }
    Histogram latencies = load.latencies();
    List<ScalarResult> figures = new ArrayList<>();
    OptionalLong before = nodeHeapBytesBefore;
    OptionalLong after = before.isPresent() ? cluster.nodesHeapBytes() : OptionalLong.empty();
    if (after.isPresent()) {
      double growth = after.getAsLong() - before.getAsLong();
      figures.add(RunProfiler.average(NODE_HEAP_GROWTH, growth / 1e6));
    }
    figures.addAll(
        List.of(
            RunProfiler.average("requests, 1/s", load.succeeded() / load.seconds()),
            RunProfiler.average("latencyP50, ms", LoadFile.millis(latencies, "P50")),
            RunProfiler.average("latencyP99, ms", LoadFile.millis(latencies, "P99")),
            RunProfiler.average(
                "success, %", 100.0 * load.succeeded() / (load.succeeded() + load.failed()))));
    return figures;
  }

  /** Sends one request or, if the number of requests is fixed, this thread's share of them. */
  public void runOperation(int thread) {
    LoadCounter counter = loads.current();
    if (settings.requests().isEmpty()) {
      send(thread, counter);
      return;
    }
    while (remainingRequests.getAndDecrement() > 0) {
      send(thread, counter);
    }
  }

  private void send(int thread, LoadCounter counter) {
    Requests.Request request = requests.next(thread);
    long due = pace.await();
    if (due == Pace.OVER) {
      return;
    }
    long sent = settings.rate().isPresent() ? System.nanoTime() : due;
    try {
      Requests.Response response = request.send();
      counter.recordSuccess(new RequestTimes(due, sent, System.nanoTime()), response);
    } catch (SolrException | SolrServerException | IOException e) {
      counter.recordFailure(new RequestTimes(due, sent, System.nanoTime()), failureKind(e));
    }
  }

  private static String failureKind(Exception failure) {
    if (failure instanceof SolrException solr) {
      return "HTTP status " + solr.code();
    }
    return failure instanceof Requests.WrongResponse wrong
        ? "wrong answer: " + wrong.getMessage()
        : Throwables.getRootCause(failure).getClass().getSimpleName();
  }

  @Override
  public synchronized void close() {
    try {
      LoadFile load = loads.file(job.threads(), settings.rate(), client.openConnections());
      long sent = loads.all().sent();
      long acknowledged = loads.all().acknowledged();
      if (load.requests() > 0) {
        writeLoad(load);
      }
      if (sent > 0 && acknowledged == 0) {
        throw new IllegalStateException(
            TextFormat.of("none of %,d requests succeeded: %s", sent, load.failures()));
      }
      if (loads.isMeasured() && load.requests() == 0) {
        throw new IllegalStateException("no request ended in the time that counts");
      }
      requests.verify(sent, acknowledged);
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
        LoadFile.millis(latencies, "mean"),
        LoadFile.millis(latencies, "P50"),
        LoadFile.millis(latencies, "P99"),
        LoadFile.millis(latencies, "max"),
        100 * load.successRatio(),
        load.connections());
  }

  private void recordOutcome(Outcome outcome, String detail) {
    recordEnd(outcome, detail);
    writeOutcome(outcome, 0, 0, detail, Optional.empty(), Optional.empty());
  }
}
