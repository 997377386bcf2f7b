package io.streambench.bench.recovery;

import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.CoreIndex;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.cluster.RecoveringNode;
import io.streambench.bench.fork.GuardedRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.runfolder.EvidenceSources;
import io.streambench.bench.settings.RecordingMode;
import io.streambench.bench.settings.RecoverySettings;
import io.streambench.bench.transport.SolrTransport;
import io.streambench.bench.watchdog.Watchdog;
import io.streambench.flow.recording.CaptureMode;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
import io.streambench.flow.recording.FlowControlTotals;
import io.streambench.flow.rule.ClientResources;
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
import org.openjdk.jmh.results.ScalarResult;

/** A run that recovers replicas, with the leaders and the recovering node in two processes. */
public final class RecoveryRun extends GuardedRun {
  /**
   * The number of watchdog operations per recovery: one before, one during and one after the
   * recovery.
   */
  private static final int WATCHDOG_RUNS_PER_OPERATION = 3;

  /** The minimum stall timeout; creating a core or syncing a large file to disk may take long. */
  private static final Duration MIN_STALL_TIMEOUT = Duration.ofSeconds(60);

  private final RecoverySettings settings;
  private List<ShardFiles> shards = List.of();
  private ReadyCluster leader;
  private RecoveringNode recoveringNode;
  private Watchdog watchdog;
  private UsageSnapshot usageBefore;
  private RecoveringNode.RecoveryTimes recoveryTimes;
  private RecoveryCost cost = RecoveryCost.NONE;

  private record UsageSnapshot(
      FlowControlTotals flowControl, double leaderCpuSeconds, double receiverCpuSeconds) {}

  private RecoveryRun(Job job, RecoverySettings settings, Consumer<String> out) {
    super(job, CaptureMode.OFF, Optional.of(RecordingMode.OFF), out);
    this.settings = settings;
  }

  public static RecoveryRun open(Job job, RecoverySettings settings, Consumer<String> out) {
    return open(() -> new RecoveryRun(job, settings, out));
  }

  @Override
  protected void prepare() throws Exception {
    settings.warnings().forEach(this::warn);
    DataFolder data = createDataFolder();
    SolrTransport transport = closeAtEnd(SolrTransport.open(settings.transport()));
    leader = newClusterProvider(data).findOrStartProcess(settings);
    readShards();
    Path folder = Files.createDirectory(data.path().resolve("recovering"));
    recoveringNode =
        closeAtEnd(RecoveringNode.join(leader, settings, job.parameters(), folder, transport));
    out.accept("# " + recoveringNode.describe());
    Duration stallTimeout = info.runSettings().stallTimeout();
    watchdog =
        startWatchdog(
            stallTimeout.compareTo(MIN_STALL_TIMEOUT) < 0 ? MIN_STALL_TIMEOUT : stallTimeout,
            List::of,
            ClientResources::unknown);
    out.accept("\n# in effect, receiving clients: " + recoveringNode.describeSettings());
    out.accept(
        TextFormat.of(
            "# index: %d shard(s), %,d bytes in %d file(s), leaders in process %d",
            shards.size(),
            indexBytes(),
            shards.stream().mapToInt(shard -> shard.files().size()).sum(),
            leader.pid()));
    if (settings.distance().isPresent()) {
      out.accept("# between the nodes: " + settings.distance().describe());
    }
  }

  private void readShards() throws IOException {
    List<ShardFiles> read = new ArrayList<>();
    for (CoreIndex index : leader.indexes()) {
      read.add(ShardFiles.read(index.shard(), Path.of(index.folder()), index.files()));
    }
    read.sort(Comparator.comparing(ShardFiles::shard));
    if (read.size() != settings.cluster().numShards()
        || read.stream().anyMatch(shard -> shard.files().isEmpty())) {
      throw new IllegalStateException("the leaders' node does not have a commit of every shard");
    }
    shards = List.copyOf(read);
  }

  private long indexBytes() {
    return shards.stream().mapToLong(ShardFiles::bytes).sum();
  }

  private UsageSnapshot readUsage() throws IOException {
    ReadyCluster receiver = recoveringNode.runningNode();
    return new UsageSnapshot(
        receiver.flowControlTotals(), leader.cpuSeconds(), receiver.cpuSeconds());
  }

  public void begin() {
    watchdog.run(progress -> usageBefore = readUsage());
  }

  public long recover() {
    return watchdog.run(
        progress -> {
          recoveryTimes = recoveringNode.recoverAll(progress::set);
          return indexBytes();
        });
  }

  /**
   * Checks the files and documents of all copies, and then removes the copies. The duration of this
   * method is not measured.
   */
  public void check() {
    addCost(
        watchdog.run(
            progress -> {
              UsageSnapshot after = readUsage();
              Map<String, Path> copies = recoveringNode.copyFoldersByShard();
              for (ShardFiles shard : shards) {
                progress.increment();
                Path copy = copies.get(shard.shard());
                requireNoDifference(
                    copy == null
                        ? Optional.of(shard.shard() + " has no copy")
                        : shard.findDifference(copy));
              }
              requireNoDifference(
                  recoveringNode.describeWrongCounts(settings.documents().docCount()));
              recoveringNode.removeReplicas(progress::set);
              return new RecoveryCost(
                  1,
                  recoveryTimes.totalSeconds(),
                  recoveryTimes.recoveringSeconds(),
                  indexBytes(),
                  after.leaderCpuSeconds - usageBefore.leaderCpuSeconds,
                  after.receiverCpuSeconds - usageBefore.receiverCpuSeconds,
                  after.flowControl.minus(usageBefore.flowControl));
            }));
  }

  private static void requireNoDifference(Optional<String> difference) {
    if (difference.isPresent()) {
      throw new IllegalStateException(difference.get());
    }
  }

  /** Returns the folder of each shard's copy, for tests; {@link #check} removes the copies. */
  Map<String, Path> copyFoldersByShard() throws IOException {
    return recoveringNode.copyFoldersByShard();
  }

  private synchronized void addCost(RecoveryCost addedCost) {
    cost = cost.plus(addedCost);
  }

  synchronized RecoveryCost takeCost() {
    RecoveryCost taken = cost;
    cost = RecoveryCost.NONE;
    return taken;
  }

  @Override
  protected void beginIteration() {
    takeCost(); // discards the cost of operations before the iteration
  }

  @Override
  protected List<ScalarResult> secondaryResults(long operations) {
    return takeCost().secondaryResults();
  }

  @Override
  protected EvidenceSources sources() {
    return new EvidenceSources(
        () ->
            recoveringNode == null
                ? "no receiver yet"
                : "recovering node:\n" + recoveringNode.runningNode().serverDump(),
        () -> leader == null ? "no leaders yet" : "leaders' node:\n" + leader.serverDump(),
        List::of,
        () -> Optional.of("both ends of the sessions: they are in processes of their own"),
        () ->
            Map.of(
                "receivingClients",
                recoveringNode == null ? "not known yet" : recoveringNode.describeSettings()),
        () -> new SessionSharing(0, 0),
        (outcome, cause) -> Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  @Override
  protected int watchdogRunsPerOperation() {
    return WATCHDOG_RUNS_PER_OPERATION;
  }

  @Override
  protected Optional<String> clusterFault() {
    return recoveringNode.fault();
  }

  @Override
  public void close() {
    onCompleted(
        recoveringNode.describeSettings(), watchdog.completedCount() / WATCHDOG_RUNS_PER_OPERATION);
  }

  /**
   * The total time, bytes and CPU time of several recoveries. Peaks of unread bytes are not added
   * up; only the highest peak is kept.
   */
  record RecoveryCost(
      long operations,
      double seconds,
      double recoveringSeconds,
      long copiedBytes,
      double leaderCpuSeconds,
      double receiverCpuSeconds,
      FlowControlTotals flowControl) {
    private static final double BYTES_PER_MEGABYTE = 1e6;

    static final RecoveryCost NONE = new RecoveryCost(0, 0, 0, 0, 0, 0, FlowControlTotals.NONE);

    RecoveryCost plus(RecoveryCost addedCost) {
      FlowControlTotals other = addedCost.flowControl;
      return new RecoveryCost(
          operations + addedCost.operations,
          seconds + addedCost.seconds,
          recoveringSeconds + addedCost.recoveringSeconds,
          copiedBytes + addedCost.copiedBytes,
          leaderCpuSeconds + addedCost.leaderCpuSeconds,
          receiverCpuSeconds + addedCost.receiverCpuSeconds,
          new FlowControlTotals(
              flowControl.sessionStallNanos() + other.sessionStallNanos(),
              flowControl.streamStallNanos() + other.streamStallNanos(),
              flowControl.windowUpdates() + other.windowUpdates(),
              flowControl.receivedBytes() + other.receivedBytes(),
              Math.max(flowControl.peakUnreadBytes(), other.peakUnreadBytes()),
              Math.max(flowControl.peakUnreadSumBytes(), other.peakUnreadSumBytes())));
    }

    /** Returns the secondary results of an iteration; empty if the iteration had no operations. */
    List<ScalarResult> secondaryResults() {
      if (operations == 0) {
        return List.of();
      }
      double count = operations;
      List<ScalarResult> figures = new ArrayList<>();
      figures.add(
          RunProfiler.averageResult("rate, MB/s", copiedBytes / BYTES_PER_MEGABYTE / seconds));
      figures.add(RunProfiler.averageResult("recovering, s/op", recoveringSeconds / count));
      figures.add(RunProfiler.averageResult("index, MB", copiedBytes / BYTES_PER_MEGABYTE / count));
      figures.add(RunProfiler.averageResult("leaderCpu, s/op", leaderCpuSeconds / count));
      figures.add(RunProfiler.averageResult("receiverCpu, s/op", receiverCpuSeconds / count));
      figures.add(
          RunProfiler.averageResult(
              "received, MB/op", flowControl.receivedBytes() / BYTES_PER_MEGABYTE / count));
      figures.addAll(RunProfiler.flowControlResults(flowControl, count));
      return figures;
    }
  }
}
