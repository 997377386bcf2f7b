package io.streambench.bench.load;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.load.Latencies;
import io.streambench.bench.fork.ForkGuard;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.LastRun;
import io.streambench.bench.fork.Leaders;
import io.streambench.bench.fork.Resources;
import io.streambench.bench.fork.SetupFailure;
import io.streambench.bench.load.LoadCounter.Moments;
import io.streambench.cluster.Cluster;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.DataFolder;
import io.streambench.config.Home;
import io.streambench.config.LoadNeeds;
import io.streambench.config.Text;
import io.streambench.results.LoadFile;
import io.streambench.transport.SolrTransport;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.OutcomeFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.Replica;

/**
 * One fork's load: a cluster, one client that all threads share, and what their requests came to.
 */
public final class LoadRun implements AutoCloseable {
  /** A request that takes longer than this has failed: nobody else looks after it. */
  private static final long IDLE_SECONDS = 60;

  /** The run that was opened last, for profilers, which know no run. */
  private static LoadRun last;

  private final Job job;
  private final LoadNeeds settings;
  private final Requests.Kind kind;
  private final Consumer<String> out;
  private final Resources resources = new Resources();
  private final CountedLoads loads = new CountedLoads();
  private final AtomicLong left = new AtomicLong();
  private volatile Pace pace;
  private Cluster cluster;
  private OwnClient client;
  private Requests requests;

  private LoadRun(Job job, LoadNeeds settings, Requests.Kind kind, Consumer<String> out) {
    this.job = job;
    this.settings = settings;
    this.kind = kind;
    this.out = out;
    this.pace = new Pace(settings.rate(), 0);
  }

  /**
   * Starts or finds the cluster, and makes the client.
   *
   * @param settings checked
   * @param out receives lines for people
   */
  public static synchronized LoadRun open(
      Job job, LoadNeeds settings, Requests.Kind kind, Consumer<String> out) {
    LastRun.close();
    last = null;
    LoadRun run = new LoadRun(job, settings, kind, out);
    ForkGuard.install();
    last = run;
    LastRun.opened(() -> run.resources.closeTelling(out));
    try {
      run.prepare();
      return run;
    } catch (Exception | Error e) {
      SetupFailure failure = new SetupFailure(e);
      run.outcome(Outcome.FAILED, failure.reason());
      run.resources.closeTelling(out);
      last = null;
      throw failure.toThrow();
    }
  }

  private void prepare() throws Exception {
    DataFolder data = resources.add(DataFolder.create(Home.dataFolder()));
    SolrTransport transport = resources.add(SolrTransport.open(settings.transport()));
    cluster =
        resources.add(
            new Clusters(
                    data.path().resolve("cluster"),
                    job.folder(ClusterPool.FOLDER_PROPERTY),
                    job.properties().getOrDefault("user.name", ""),
                    out)
                .start(settings, transport));
    cluster.prepare(() -> {});
    client = resources.add(transport.newClient(SolrTransport.BENCHMARK_CLIENT, IDLE_SECONDS));
    requests =
        kind.on(
            new Requests.Target(
                cluster,
                client.solr(),
                client.timings(),
                Leaders.of(cluster, client.solr()).stream().map(Replica::getBaseUrl).toList()));
    settings.warnings().forEach(warning -> out.accept(Text.comment("warning: " + warning)));
    out.accept("\n# cluster: " + cluster.describe());
    out.accept(Text.comment("in effect, benchmark's client: " + client.effective().describe()));
    out.accept(
        settings.rate().perSecond().isPresent()
            ? Text.of(
                "# open loop: %,.1f requests/s, by at most %d thread(s)",
                settings.rate().perSecond().getAsDouble(), job.threads())
            : Text.of("# closed loop: %d in flight", job.threads()));
  }

  /**
   * A load begins.
   *
   * @param counted whether it is more than a warm-up
   * @param seconds how long it will go on; not used where it has a number of requests
   */
  public void begins(boolean counted, double seconds) {
    settings.requests().ifPresent(left::set);
    double goesOn = settings.requests().isPresent() ? 0 : seconds;
    loads.begins(counted, goesOn);
    pace = new Pace(settings.rate(), goesOn);
  }

  /** The load has ended on all threads. */
  public void ends() {
    loads.ends();
  }

  /** The counter of the load that ended last, if this JVM sends any. */
  public static synchronized Optional<LoadCounter> lastLoad() {
    return Optional.ofNullable(last).map(run -> run.loads.last());
  }

  /** Sends what the settings make an operation: one request, or a share of a whole load. */
  public void operation(int thread) {
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
    Requests.Request request = requests.next(thread);
    long due = pace.await();
    if (due == Pace.OVER) {
      return;
    }
    long sent = settings.rate().perSecond().isPresent() ? System.nanoTime() : due;
    try {
      Answer answer = request.send();
      counter.succeeded(new Moments(due, sent, System.nanoTime()), answer);
    } catch (SolrException e) {
      counter.failed(new Moments(due, sent, System.nanoTime()), "HTTP status " + e.code());
    } catch (WrongAnswer e) {
      counter.failed(new Moments(due, sent, System.nanoTime()), "wrong answer: " + e.getMessage());
    } catch (SolrServerException | IOException e) {
      counter.failed(new Moments(due, sent, System.nanoTime()), root(e).getClass().getSimpleName());
    }
  }

  private static Throwable root(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  /** Hands over what was counted, and checks what the requests have left behind. */
  @Override
  public synchronized void close() {
    try {
      LoadFile load = loads.file(job.threads(), settings.rate(), client.openConnections());
      if (load.requests() > 0) {
        hand(load);
      }
      if (loads.sent() > 0 && loads.acknowledged() == 0) {
        throw new IllegalStateException(
            Text.of("none of %,d requests succeeded: %s", loads.sent(), load.failures()));
      }
      if (loads.measured() && load.requests() == 0) {
        throw new IllegalStateException("no request ended in the time that counts");
      }
      requests.verify(loads.sent(), loads.acknowledged());
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

  private void hand(LoadFile load) throws IOException {
    Optional<Path> folder = job.folder(OutcomeFile.FOLDER_PROPERTY);
    if (folder.isPresent()) {
      load.writeTo(
          folder.get().resolve("fork-" + ProcessHandle.current().pid() + LoadFile.EXTENSION));
    }
  }

  private static String describe(LoadFile load) {
    Latencies latencies = LoadFile.latencies(load.latencies());
    return Text.of(
        "%,.0f requests/s, mean %.2f ms, P50 %.2f, P99 %.2f, max %.2f, %.3f %% succeeded, %d connection(s)"
            + " open",
        load.requestsPerSecond(),
        latencies.mean(),
        latencies.p50(),
        latencies.p99(),
        latencies.max(),
        100 * load.success(),
        load.connections());
  }

  private void outcome(Outcome outcome, String detail) {
    out.accept("\n" + Text.comment(outcome + ": " + detail));
    job.folder(OutcomeFile.FOLDER_PROPERTY)
        .ifPresent(
            folder -> {
              try {
                new OutcomeFile(
                        job.benchmark(),
                        job.mode(),
                        job.parameters(),
                        outcome,
                        0,
                        0,
                        detail,
                        null,
                        null)
                    .writeTo(folder);
              } catch (IOException e) {
                out.accept("# warning: the outcome could not be handed over: " + e);
              }
            });
  }
}
