package io.streambench.bench.fork;

import io.streambench.base.TextFormat;
import io.streambench.base.files.Threads;
import io.streambench.bench.evidence.EvidenceWriter;
import io.streambench.bench.runfolder.Environment;
import io.streambench.bench.runfolder.EvidenceSources;
import io.streambench.bench.runfolder.PredictionVerdict;
import io.streambench.bench.runfolder.RunFolder;
import io.streambench.bench.runfolder.RunInfo;
import io.streambench.bench.settings.RecordingMode;
import io.streambench.bench.watchdog.StoppedOperation;
import io.streambench.bench.watchdog.Watchdog;
import io.streambench.diagnose.report.CauseAdvice;
import io.streambench.flow.recording.CaptureMode;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Durations;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * A run with a watchdog, which records evidence if an operation does not complete. Problems with
 * the evidence only cause warnings and do not affect the run.
 */
public abstract class GuardedRun extends BenchmarkRun {
  /** The maximum time that a stopped operation waits for its evidence to be written. */
  private static final long EVIDENCE_TIMEOUT_MILLIS = 3_000;

  /** The maximum wait for the evidence when a fork exits. */
  private static final long EXIT_TIMEOUT_MILLIS = 2_000;

  /** The maximum wait for the evidence if this JVM also draws the timeline and writes the zip. */
  private static final long COMPLETION_TIMEOUT_MILLIS = 60_000;

  private static final int MAX_LISTED_URLS = 3;

  protected final RunInfo info;

  private Thread evidenceThread;

  protected GuardedRun(
      Job job, CaptureMode capture, Optional<RecordingMode> recording, Consumer<String> out) {
    super(job, out);
    this.info = job.runInfo("Solr " + Environment.solrVersion(), capture, recording);
  }

  protected abstract EvidenceSources sources();

  /** Describes a fault of the cluster that explains a failed operation; empty if there is none. */
  protected abstract Optional<String> clusterFault();

  protected void printEnd(Outcome outcome, Optional<StallCause> cause) {}

  /** Returns the URL of a stream's request, if known. */
  protected Optional<String> requestUrl(String session, int stream) {
    return Optional.empty();
  }

  /** Returns the number of watchdog operations per benchmark operation. */
  protected int watchdogRunsPerOperation() {
    return 1;
  }

  /** Starts a watchdog that observes the reading client and is closed with the run. */
  protected final Watchdog startWatchdog(
      Duration stallTimeout,
      Supplier<List<SessionState>> sessions,
      Supplier<ClientResources> resources) {
    Consumer<Duration> waiting =
        silence ->
            out.accept(
                TextFormat.of(
                    "%n# no tuple for %s: waiting for the verdict, at %s",
                    Durations.format(silence), Durations.format(stallTimeout)));
    return closeAtEnd(
        new Watchdog(
                new StallRule(stallTimeout),
                sessions,
                resources,
                this::onStopped,
                waiting,
                System::nanoTime)
            .start());
  }

  protected final void onCompleted(String detail, long operations) {
    out.accept("");
    printEnd(Outcome.COMPLETED, Optional.empty());
    writeOutcome(
        Outcome.COMPLETED, 0, operations, detail, Optional.empty(), writeCompletedRun(operations));
    closeAll();
  }

  private void onStopped(StoppedOperation unexplainedStop) {
    StoppedOperation stop = addExplanation(unexplainedStop);
    printOutcome(stop.verdict().outcome(), stop.verdict().reason());
    printEnd(stop.verdict().outcome(), stop.verdict().cause());
    recordStoppedOperation(stop);
    if (!ForkGuard.isInFork()) {
      new Thread(this::closeAfterEvidence, "streambench-close").start();
    }
  }

  /** Closes the run once the evidence, which includes dumps of running nodes, is written. */
  private void closeAfterEvidence() {
    try {
      evidenceThread.join(COMPLETION_TIMEOUT_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    abortAndClose();
  }

  @Override
  protected final void reportPreparationFailure(String reason, Throwable failure) {
    Verdict verdict = Verdict.failed(reason, List.of());
    recordStoppedOperation(new StoppedOperation(verdict, 0, 0, 0, Optional.of(failure)));
  }

  private void recordStoppedOperation(StoppedOperation stoppedOperation) {
    writeOutcome(
        stoppedOperation.verdict().outcome(),
        stoppedOperation.lastTupleSeconds(),
        Math.max(0, stoppedOperation.operationNumber() - 1),
        stoppedOperation.verdict().reason(),
        CauseAdvice.firstStepLine(stoppedOperation.verdict()),
        writeEvidence(stoppedOperation));
  }

  @Override
  protected final Optional<String> predictedZone(Outcome outcome) {
    return sources().prediction().apply(outcome, Optional.empty()).map(PredictionVerdict::zone);
  }

  /**
   * Adds an explanation to the verdict's reason: the cluster's fault if the operation failed, or
   * the URLs of the responses for which a stalled merge waits.
   */
  private StoppedOperation addExplanation(StoppedOperation stoppedOperation) {
    Verdict observed = stoppedOperation.verdict();
    Optional<String> fault =
        observed.outcome() == Outcome.FAILED ? clusterFault() : Optional.<String>empty();
    return new StoppedOperation(
        fault
            .filter(known -> !observed.reason().contains(known))
            .map(known -> observed.withReason(known + "; the reader saw " + observed.reason()))
            .orElseGet(
                () -> observed.withReason(observed.reason() + describeAwaitedRequests(observed))),
        (stoppedOperation.operationNumber() + watchdogRunsPerOperation() - 1)
            / watchdogRunsPerOperation(),
        stoppedOperation.tupleCount(),
        stoppedOperation.lastTupleSeconds(),
        stoppedOperation.cause());
  }

  private String describeAwaitedRequests(Verdict verdict) {
    return verdict.session().filter(session -> verdict.finding() == Finding.STALLED).stream()
        .flatMap(
            session ->
                verdict.awaitedStreamIds().stream().map(stream -> requestUrl(session.id(), stream)))
        .flatMap(Optional::stream)
        .limit(MAX_LISTED_URLS)
        .reduce((urls, next) -> urls + " " + next)
        .map(urls -> ": " + urls)
        .orElse("");
  }

  /** Writes the folder of a completed run if there is a log or a recording to keep. */
  private Optional<Path> writeCompletedRun(long operations) {
    EvidenceSources kept = sources();
    try {
      boolean hasLines = kept.capture().isPresent() && kept.capture().get().hasLines();
      if (!hasLines && info.runSettings().recording() != RecordingMode.KEEP) {
        return Optional.empty();
      }
      RunFolder folder = RunFolder.create(info, kept, Outcome.COMPLETED);
      folder.writeCompleted(operations);
      completeFolder(folder.path());
      out.accept("# flow control of this run: " + folder.path());
      return Optional.of(folder.path());
    } catch (IOException e) {
      warn("the flow-control log could not be kept: " + e);
      return Optional.empty();
    }
  }

  /** Writes evidence on its own thread; returns the folder, if it was created in time. */
  private Optional<Path> writeEvidence(StoppedOperation stoppedOperation) {
    CompletableFuture<Path> openedFolder = new CompletableFuture<>();
    evidenceThread =
        Threads.start(
            "streambench-evidence",
            () -> {
              try {
                RunFolder folder =
                    RunFolder.create(info, sources(), stoppedOperation.verdict().outcome());
                openedFolder.complete(folder.path());
                folder.writeStopped(stoppedOperation);
                completeFolder(folder.path());
              } catch (IOException | RuntimeException e) {
                openedFolder.completeExceptionally(e);
              }
            });
    ForkGuard.awaitBeforeExit(
        evidenceThread,
        outcomeFolder.isPresent() ? EXIT_TIMEOUT_MILLIS : COMPLETION_TIMEOUT_MILLIS);
    try {
      evidenceThread.join(EVIDENCE_TIMEOUT_MILLIS);
      Path path = openedFolder.get(0, TimeUnit.SECONDS);
      out.accept(
          "# evidence: " + path + (evidenceThread.isAlive() ? " (still being written)" : ""));
      return Optional.of(path);
    } catch (ExecutionException | TimeoutException e) {
      warn("no folder of evidence could be made: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /** Adds the timeline and the zip, unless the parent JVM will do so. */
  private void completeFolder(Path folder) throws IOException {
    if (outcomeFolder.isEmpty()) {
      EvidenceWriter.ofSettings(info.runSettings()).complete(folder);
    }
  }
}
