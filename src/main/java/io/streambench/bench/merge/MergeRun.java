package io.streambench.bench.merge;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.Outcome;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.bench.fork.ForkGuard;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.LastRun;
import io.streambench.bench.fork.Resources;
import io.streambench.bench.fork.RunEvidence;
import io.streambench.bench.fork.SetupFailure;
import io.streambench.bench.streaming.RunPrediction;
import io.streambench.cluster.DataFolder;
import io.streambench.config.CaptureMode;
import io.streambench.config.Home;
import io.streambench.config.HttpVersion;
import io.streambench.config.MergeSettings;
import io.streambench.config.RecordingMode;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.heap.HeapDiagnosis;
import io.streambench.heap.HeapSession;
import io.streambench.merge.MergeOperation;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.transport.relay.Relays;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.RunInfo;
import io.streambench.watchdog.Stop;
import io.streambench.watchdog.Watchdog;
import io.streambench.watchdog.Witnesses;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * One run of a merge without Solr: a process with the servers, one with the reader, a watchdog, and
 * an outcome at the end. Nothing watches flow control while it runs. When nothing has come for the
 * stall timeout, the reader's heap is dumped, and tells what {@code streambench attach} would.
 */
public final class MergeRun implements AutoCloseable {
  /** The run that was opened last, for profilers, which know no run. */
  private static MergeRun last;

  private final RunInfo info;
  private final MergeSettings settings;
  private final MergeOperation operation;
  private final Consumer<String> out;
  private final RunEvidence evidence;
  private final Optional<RunPrediction> prediction;
  private final Resources resources = new Resources();
  private Path folder;
  private MergeProcess servers;
  private MergeProcess reader;
  private Watchdog watchdog;
  private String effective = "not known yet";
  private volatile OptionalLong mostUnreadAtTheEnd = OptionalLong.empty();
  private volatile boolean over;

  private MergeRun(
      RunInfo info,
      MergeSettings settings,
      MergeOperation operation,
      Job job,
      Consumer<String> out) {
    this.info = info;
    this.settings = settings;
    this.operation = operation;
    this.out = out;
    this.prediction = MergePrediction.of(settings, operation, job.threads());
    this.evidence =
        new RunEvidence(info, this::witnesses, job.folder(OutcomeFile.FOLDER_PROPERTY), out);
  }

  /**
   * Checks the settings and prepares everything up to the first operation.
   *
   * @param operation that will be performed
   * @param out receives lines for people
   * @throws SettingException if a setting cannot be used; nothing has been started then
   */
  public static synchronized MergeRun open(
      MergeOperation operation, Job job, Consumer<String> out) {
    LastRun.close();
    last = null;
    MergeSettings settings = MergeSettings.of(job.parameters(), job.properties(), Home.folder());
    RunInfo info =
        job.begun(settings.library().words(), CaptureMode.OFF, Optional.of(RecordingMode.OFF));
    ForkGuard.install();
    MergeRun run = new MergeRun(info, settings, operation, job, out);
    LastRun.opened(run::closeQuietly);
    try {
      run.prepare();
      last = run;
      return run;
    } catch (Exception | Error e) {
      run.over = true;
      SetupFailure failure = new SetupFailure(e);
      run.evidence.stopped(failure.told(out));
      run.closeQuietly();
      throw failure.toThrow();
    }
  }

  private void prepare() throws Exception {
    settings.warnings().forEach(warning -> out.accept(Text.comment("warning: " + warning)));
    folder = resources.add(DataFolder.create(Home.dataFolder())).path();
    MergePrograms programs = new MergePrograms(settings, folder);
    servers = resources.add(programs.servers());
    List<Integer> ports =
        Arrays.stream(servers.started("ports").split(",")).map(Integer::valueOf).toList();
    boolean far = settings.distance().present();
    reader = resources.add(programs.reader(far ? relayed(ports) : ports));
    effective = reader.started("ready");
    watchdog =
        resources.add(
            new Watchdog(
                    new StallRule(info.runSettings().stallTimeout()),
                    this::sessions,
                    ClientResources::unknown,
                    this::stopped)
                .started());
    out.accept("\n" + Text.comment("in effect, reader: " + effective));
    if (far) {
      out.accept("# to each node: " + settings.distance().describe());
    }
    prediction.ifPresent(before -> out.accept(Text.comment(before.before())));
  }

  private List<Integer> relayed(List<Integer> ports) {
    Relays relays = resources.add(new Relays(settings.distance()));
    return ports.stream()
        .map(port -> new InetSocketAddress(InetAddress.getLoopbackAddress(), port))
        .map(target -> relays.of(target).getPort())
        .toList();
  }

  /** Performs the operation once. */
  public void perform() {
    watchdog.run(
        progress -> {
          reader.perform(operation, progress::set);
          return null;
        });
  }

  /**
   * The most bytes that lay unread in the reader of the last run at one moment so far; empty if
   * there is no such run, or its reader does not count them. After the run what it had at its end:
   * JMH closes a run before profilers look at its last iteration.
   */
  public static synchronized OptionalLong mostUnreadBytes() {
    if (last == null) {
      return OptionalLong.empty();
    }
    return last.over ? last.mostUnreadAtTheEnd : last.mostUnread();
  }

  private OptionalLong mostUnread() {
    if (!settings.countsUnread()) {
      return OptionalLong.empty();
    }
    try {
      return reader.mostUnreadBytes();
    } catch (IOException e) {
      return OptionalLong.empty(); // whoever waits for the reading is told why
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return OptionalLong.empty();
    }
  }

  /**
   * The sessions of the reader, from its heap; none where it has no HTTP/2. Several operations may
   * ask, and the first that is answered ends the run.
   */
  private synchronized List<SessionState> sessions() {
    if (over || settings.protocol() == HttpVersion.HTTP_1_1) {
      return List.of();
    }
    Path dump = folder.resolve("reader.hprof");
    try {
      reader.write("heap", dump);
      Path index = Files.createTempDirectory(folder, "index");
      return HeapDiagnosis.read("heap dump", dump, index, settings.flowControl().ratioInEffect())
          .sessions()
          .stream()
          .map(HeapSession::state)
          .toList();
    } catch (IOException | SettingException | OutOfMemoryError e) {
      out.accept("# warning: the reader's heap could not be read: " + e.getMessage());
      return List.of();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    } finally {
      remove(dump);
    }
  }

  private void remove(Path dump) {
    try {
      Files.deleteIfExists(dump);
    } catch (IOException e) {
      out.accept("# warning: " + dump + " is left: " + e.getMessage());
    }
  }

  private String clientDump() {
    Path dump = folder.resolve("reader-dump.txt");
    try {
      reader.write("dump", dump);
      return Files.readString(dump);
    } catch (IOException e) {
      return "not available: " + e.getMessage() + "\n" + reader.log();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "not available";
    }
  }

  private Witnesses witnesses() {
    return new Witnesses(
        () -> reader == null ? "no reader yet" : clientDump(),
        () -> List.of(servers == null ? "no servers yet" : "log of the servers:\n" + servers.log()),
        List::of,
        () -> Optional.of("the servers' ends of the sessions"),
        () -> Map.of("reader", effective),
        () -> new Sharing(0, 0),
        outcome -> prediction.map(before -> before.after(outcome)),
        Optional.empty(),
        Optional.empty());
  }

  /** Ends a run that completed. What goes wrong from here on costs a warning, not the score. */
  @Override
  public void close() {
    mostUnreadAtTheEnd = mostUnread();
    over = true;
    out.accept("");
    tellPrediction(Outcome.COMPLETED);
    evidence.completed(effective, watchdog.completed());
    closeQuietly();
  }

  private void stopped(Stop told) {
    over = true;
    Stop stop = told.verdict().outcome() == Outcome.FAILED ? explained(told) : told;
    Verdict verdict = stop.verdict();
    out.accept("\n" + Text.comment(verdict.outcome() + ": " + verdict.reason()));
    tellPrediction(verdict.outcome());
    evidence.stopped(stop);
    if (!ForkGuard.inFork()) {
      new Thread(this::closeQuietly, "streambench-close").start();
    }
  }

  /** Puts the end of the servers before what the reader saw of it. */
  private Stop explained(Stop stop) {
    return servers
        .ended()
        .map(end -> "the servers: " + end + "; the reader saw " + stop.verdict().reason())
        .map(reason -> stop.with(stop.verdict().withReason(reason)))
        .orElse(stop);
  }

  private void tellPrediction(Outcome outcome) {
    prediction
        .map(before -> before.after(outcome))
        .ifPresent(told -> out.accept(Text.comment(told.line())));
  }

  /** Several may ask: who closes last returns when all is closed. */
  private void closeQuietly() {
    synchronized (resources) {
      resources.closeTelling(out);
    }
  }
}
