package io.streambench.bench.recovery;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.bench.fork.ForkGuard;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.LastRun;
import io.streambench.bench.fork.Resources;
import io.streambench.bench.fork.RunEvidence;
import io.streambench.bench.fork.SetupFailure;
import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.Clusters;
import io.streambench.cluster.CoreIndex;
import io.streambench.cluster.DataFolder;
import io.streambench.cluster.RecoveringNode;
import io.streambench.cluster.RecoveryLeader;
import io.streambench.config.CaptureMode;
import io.streambench.config.CopyMethod;
import io.streambench.config.Home;
import io.streambench.config.RecordingMode;
import io.streambench.config.RecoverySettings;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.transport.SolrTransport;
import io.streambench.watchdog.Environment;
import io.streambench.watchdog.EvidenceSources;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunInfo;
import io.streambench.watchdog.Stop;
import io.streambench.watchdog.Watchdog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One run of IndexRecovery: a process with the leaders, one with the node that recovers, a
 * watchdog, and an outcome at the end. Every recovery is checked and removed before the next one.
 */
public final class RecoveryRun implements AutoCloseable {
  /** An operation here is as many of the watchdog's: before it, itself, and after it. */
  private static final int STEPS = 3;

  /** Nothing may arrive for that long while a core is made, or a large file is forced to a disk. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** The run that was opened last, for profilers, which know no run. */
  private static RecoveryRun last;

  private final RunInfo info;
  private final RecoverySettings settings;
  private final Optional<Path> clusters;
  private final Consumer<String> out;
  private final RunEvidence evidence;
  private final Resources resources = new Resources();
  private RecoveryLeader leader;
  private Copying copying;
  private Recoveries recoveries;
  private Watchdog watchdog;
  private RecoveryCost cost = RecoveryCost.NONE;
  private long checked;

  private RecoveryRun(RunInfo info, RecoverySettings settings, Job job, Consumer<String> out) {
    this.info = info;
    this.settings = settings;
    this.out = out;
    this.clusters = job.folder(ClusterPool.FOLDER_PROPERTY);
    this.evidence =
        new RunEvidence(info, this::witnesses, job.folder(OutcomeFile.FOLDER_PROPERTY), out);
  }

  /**
   * Checks the settings and prepares everything up to the first operation.
   *
   * @param out receives lines for people
   * @throws SettingException if a setting cannot be used; nothing has been started then
   */
  public static synchronized RecoveryRun open(Job job, Consumer<String> out) {
    LastRun.close();
    last = null;
    RecoverySettings settings = RecoverySettings.of(job.parameters(), job.properties());
    if (job.threads() != 1) {
      throw new SettingException("-t", "be 1: all shards recover at the same time", job.threads());
    }
    RunInfo info =
        job.begun(
            "Solr " + Environment.solrVersion(), CaptureMode.OFF, Optional.of(RecordingMode.OFF));
    ForkGuard.install();
    RecoveryRun run = new RecoveryRun(info, settings, job, out);
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
    settings.warnings().forEach(warning -> out.accept(Text.comment("warning: " + warning)));
    Path data = resources.add(DataFolder.create(Home.dataFolder())).path();
    SolrTransport transport = resources.add(SolrTransport.open(settings.transport()));
    leader =
        resources.add(
            RecoveryLeader.open(
                settings, new Clusters(data.resolve("cluster"), clusters, "", out)));
    List<ShardFiles> shards = shards();
    copying = resources.add(copying(shards, data, transport));
    recoveries = new Recoveries(leader, shards, copying, settings.documents().docCount());
    watchdog =
        resources.add(
            new Watchdog(
                    new StallRule(patience()), List::of, ClientResources::unknown, this::stopped)
                .started());
    out.accept("\n# in effect, receiving clients: " + copying.inEffect());
    out.accept(
        Text.of(
            "# index: %d shard(s), %,d bytes in %d file(s), %s",
            shards.size(),
            recoveries.bytes(),
            shards.stream().mapToInt(shard -> shard.files().size()).sum(),
            leader.describe()));
    if (settings.distance().present()) {
      out.accept("# between the nodes: " + settings.distance().describe());
    }
  }

  private Duration patience() {
    Duration asked = info.runSettings().stallTimeout();
    return asked.compareTo(PATIENCE) < 0 ? PATIENCE : asked;
  }

  private List<ShardFiles> shards() throws IOException {
    List<ShardFiles> shards = new ArrayList<>();
    for (CoreIndex index : leader.indexes()) {
      shards.add(ShardFiles.read(index.shard(), Path.of(index.folder()), index.files()));
    }
    shards.sort(Comparator.comparing(ShardFiles::shard));
    if (shards.size() != settings.cluster().numShards()
        || shards.stream().anyMatch(shard -> shard.files().isEmpty())) {
      throw new IllegalStateException("the leaders' node does not have a commit of every shard");
    }
    return shards;
  }

  private Copying copying(List<ShardFiles> shards, Path data, SolrTransport transport)
      throws Exception {
    Path place = data.resolve("recovering");
    return switch (settings.method()) {
      case SOLR -> {
        RecoveringNode node =
            RecoveringNode.join(leader, settings, Files.createDirectory(place), transport);
        out.accept("# " + node.describe());
        yield new ReplicaCopying(node, settings);
      }
      case FILES -> new PlainCopying(CopyMethod.FILES, shards, new FileSource(), place);
      case SOCKETS ->
          new PlainCopying(
              CopyMethod.SOCKETS, shards, SocketSource.open(shards, settings.distance()), place);
    };
  }

  /** Makes ready for one operation; its time does not count. */
  public void begin() {
    watchdog.run(
        progress -> {
          recoveries.begin();
          return true;
        });
  }

  /** Recovers all shards once. */
  public long recover() {
    return watchdog.run(
        progress -> {
          recoveries.recover(progress::set);
          return recoveries.bytes();
        });
  }

  /** Checks what was recovered, and removes it; its time does not count. */
  public void check() {
    add(watchdog.run(progress -> recoveries.check(progress::set)));
  }

  /** Returns the folder of each shard's copy, for tests; {@link #check} removes the copies. */
  Map<String, Path> copies() throws IOException {
    return copying.copies();
  }

  private synchronized void add(RecoveryCost one) {
    cost = cost.plus(one);
    checked++;
  }

  private synchronized RecoveryCost take() {
    RecoveryCost taken = cost;
    cost = RecoveryCost.NONE;
    return taken;
  }

  /** Returns the cost of the run that is under way since it was last asked for. */
  public static synchronized RecoveryCost takeCost() {
    return last == null ? RecoveryCost.NONE : last.take();
  }

  private EvidenceSources witnesses() {
    return new EvidenceSources(
        () -> copying == null ? "no receiver yet" : String.join("\n", copying.dumps()),
        () -> List.of(leader == null ? "no leaders yet" : leader.dump()),
        List::of,
        () -> Optional.of("both ends of the sessions: they are in processes of their own"),
        () -> Map.of("receivingClients", copying == null ? "not known yet" : copying.inEffect()),
        () -> new Sharing(0, 0),
        outcome -> Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  /** Ends a run that completed. What goes wrong from here on costs a warning, not the score. */
  @Override
  public void close() {
    out.accept("");
    evidence.completed(copying.inEffect(), checked);
    closeQuietly();
  }

  private void stopped(Stop told) {
    Stop stop = explained(told);
    Verdict verdict = stop.verdict();
    out.accept("\n" + Text.comment(verdict.outcome() + ": " + verdict.reason()));
    evidence.stopped(stop);
    if (!ForkGuard.inFork()) {
      new Thread(this::closeQuietly, "streambench-close").start();
    }
  }

  /** Puts the end of a process before what was seen of it. */
  private Stop explained(Stop stop) {
    Verdict seen = stop.verdict();
    Verdict verdict =
        leader
            .trouble()
            .or(copying::trouble)
            .filter(trouble -> !seen.reason().contains(trouble))
            .map(trouble -> seen.withReason(trouble + "; seen was " + seen.reason()))
            .orElse(seen);
    return new Stop(
        verdict,
        (stop.operation() + STEPS - 1) / STEPS,
        stop.tuples(),
        stop.lastTupleSeconds(),
        stop.cause());
  }

  /** Several may ask: who closes last returns when all is closed. */
  private void closeQuietly() {
    synchronized (resources) {
      resources.closeTelling(out);
    }
  }
}
