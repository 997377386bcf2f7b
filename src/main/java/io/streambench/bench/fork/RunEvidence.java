package io.streambench.bench.fork;

import io.streambench.analysis.Outcome;
import io.streambench.config.RecordingMode;
import io.streambench.config.RunSettings;
import io.streambench.evidence.Evidence;
import io.streambench.watchdog.EvidenceSources;
import io.streambench.watchdog.OutcomeFile;
import io.streambench.watchdog.PredictionVerdict;
import io.streambench.watchdog.RunFolder;
import io.streambench.watchdog.RunInfo;
import io.streambench.watchdog.Stop;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The records that outlive a run: its folder of evidence, and its outcome for the JVM that started
 * the fork. Whatever goes wrong here is a warning, and changes nothing about the run.
 */
public final class RunEvidence {
  /** Longest time that an operation waits for its evidence before it ends. */
  private static final long EVIDENCE_MILLIS = 3_000;

  /**
   * Longest wait at a fork's end; with {@link #EVIDENCE_MILLIS} before it, that is five seconds.
   */
  private static final long AWAIT_MILLIS = 2_000;

  /** Longest wait at a fork's end where nobody else completes the folder. */
  private static final long COMPLETE_MILLIS = 60_000;

  private final RunInfo info;
  private final Supplier<EvidenceSources> witnesses;
  private final Optional<Path> outcomes;
  private final Consumer<String> out;

  /**
   * @param outcomes folder for the outcome, if somebody waits for it
   * @param out receives lines for people
   */
  public RunEvidence(
      RunInfo info,
      Supplier<EvidenceSources> witnesses,
      Optional<Path> outcomes,
      Consumer<String> out) {
    this.info = info;
    this.witnesses = witnesses;
    this.outcomes = outcomes;
    this.out = out;
  }

  /**
   * A run that completed leaves a folder only if its capture, closed by now, holds a line, or its
   * recording is to be kept.
   */
  public void completed(String detail, long operations) {
    handOver(Outcome.COMPLETED, 0, operations, detail, keepCapture(operations));
  }

  /** A run that stalled or failed; to be called while it is still as it was. */
  public void stopped(Stop stop) {
    handOver(
        stop.verdict().outcome(),
        stop.lastTupleSeconds(),
        Math.max(0, stop.operation() - 1),
        stop.verdict().reason(),
        keep(stop));
  }

  private Optional<Path> keepCapture(long operations) {
    EvidenceSources kept = witnesses.get();
    try {
      boolean lines = kept.capture().isPresent() && kept.capture().get().hasLines();
      if (!lines && info.runSettings().recording() != RecordingMode.KEEP) {
        return Optional.empty();
      }
      RunFolder folder = new RunFolder(info, kept);
      Path path = folder.open(Outcome.COMPLETED);
      folder.keepCompleted(operations);
      complete(path);
      out.accept("# flow control of this run: " + path);
      return Optional.of(path);
    } catch (IOException e) {
      out.accept("# warning: the flow-control log could not be kept: " + e);
      return Optional.empty();
    }
  }

  /**
   * Keeps the evidence on a thread of its own: a slow disk or a long log must not keep the
   * operation from ending.
   */
  private Optional<Path> keep(Stop stop) {
    CompletableFuture<Path> opened = new CompletableFuture<>();
    Thread keeper =
        new Thread(
            () -> {
              try {
                RunFolder folder = new RunFolder(info, witnesses.get());
                opened.complete(folder.open(stop.verdict().outcome()));
                folder.keep(stop);
                complete(opened.join());
              } catch (IOException | RuntimeException e) {
                opened.completeExceptionally(e);
              }
            },
            "streambench-evidence");
    keeper.setDaemon(true);
    keeper.start();
    ForkGuard.await(keeper, outcomes.isPresent() ? AWAIT_MILLIS : COMPLETE_MILLIS);
    try {
      keeper.join(EVIDENCE_MILLIS);
      Path path = opened.get(0, TimeUnit.SECONDS);
      out.accept("# evidence: " + path + (keeper.isAlive() ? " (still being written)" : ""));
      return Optional.of(path);
    } catch (ExecutionException | TimeoutException e) {
      out.accept("# warning: no folder of evidence could be made: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return Optional.empty();
  }

  /**
   * The JVM that waits for the outcome completes the folder, where nothing is measured any more; if
   * there is none, this one does.
   */
  private void complete(Path folder) throws IOException {
    if (outcomes.isEmpty()) {
      RunSettings settings = info.runSettings();
      Evidence.under(settings).complete(folder);
    }
  }

  private void handOver(
      Outcome outcome, double seconds, long operations, String detail, Optional<Path> folder) {
    if (outcomes.isEmpty()) {
      return;
    }
    try {
      new OutcomeFile(
              info.benchmark(),
              info.mode(),
              info.parameters(),
              outcome,
              seconds,
              operations,
              detail,
              folder.map(Path::toString).orElse(null),
              witnesses.get().prediction().apply(outcome).map(PredictionVerdict::zone).orElse(null))
          .writeTo(outcomes.get());
    } catch (IOException e) {
      out.accept("# warning: the outcome could not be handed over: " + e);
    }
  }
}
