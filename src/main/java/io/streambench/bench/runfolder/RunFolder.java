package io.streambench.bench.runfolder;

import com.google.common.base.Throwables;
import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.base.table.ResultTable;
import io.streambench.bench.settings.RecordingMode;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.watchdog.StoppedOperation;
import io.streambench.diagnose.report.CauseAdvice;
import io.streambench.diagnose.report.SessionJson;
import io.streambench.flow.recording.FlowControlCapture;
import io.streambench.flow.recording.FlowControlMonitor.SessionSharing;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The folder below {@code flow-control-logs/} to which a run writes its evidence. The evidence that
 * changes fastest is written first. The folder's README lists missing evidence.
 *
 * @param missingFiles names of files that could not be written, each with the reason
 */
public record RunFolder(
    RunInfo run, EvidenceSources sources, Path path, List<String> missingFiles) {
  /** Creates an empty folder for a run. */
  public static RunFolder create(RunInfo run, EvidenceSources sources, Outcome outcome)
      throws IOException {
    Path logs = run.runSettings().logsFolder();
    Path path = RunFolderName.create(logs, run.start(), run.benchmark(), outcome);
    return new RunFolder(run, sources, path, new ArrayList<>());
  }

  /** Writes the evidence of a run that did not complete. Must be called while the run is open. */
  public void writeStopped(StoppedOperation stoppedOperation) {
    Instant now = Instant.now();
    long nowNanos = System.nanoTime();
    tryWriting("threads.txt", file -> Files.writeString(file, threadDump()));
    tryWriting(
        "verdict.json",
        file -> JsonFiles.write(describeVerdict(stoppedOperation, now, nowNanos), file));
    writeRecording();
    tryWriting("jetty-client.txt", file -> Files.writeString(file, sources.clientDump().get()));
    tryWriting("jetty-server.txt", file -> Files.writeString(file, sources.serverDump().get()));
    stoppedOperation
        .cause()
        .ifPresent(
            cause ->
                tryWriting(
                    "failure.txt",
                    file -> Files.writeString(file, Throwables.getStackTraceAsString(cause))));
    writeSettingsAndEnvironment();
    writeCaptureAndReadme(() -> readmeText(stoppedOperation));
  }

  /** Returns the content of {@code verdict.json}, with all fields that {@code analyze} writes. */
  private Map<String, Object> describeVerdict(
      StoppedOperation stoppedOperation, Instant now, long nowNanos) {
    Map<String, Object> report = new LinkedHashMap<>();
    Verdict verdict = stoppedOperation.verdict();
    SessionJson.putFinding(report, verdict.finding(), verdict.cause());
    report.put("outcome", verdict.outcome());
    report.put("reason", verdict.reason());
    SessionJson.putSubject(report, verdict);
    report.put("advice", CauseAdvice.of(verdict));
    report.put("from", run.start().toString());
    report.put("to", now.toString());
    report.put("operation", stoppedOperation.operationNumber());
    report.put("tuplesRead", stoppedOperation.tupleCount());
    report.put("lastTupleAtSeconds", stoppedOperation.lastTupleSeconds());
    sources
        .prediction()
        .apply(verdict.outcome(), verdict.cause())
        .ifPresent(prediction -> report.put("prediction", prediction.describe()));
    sources.unobservedReason().get().ifPresent(part -> report.put("notObserved", part));
    SessionJson json =
        new SessionJson(nanos -> now.minus(Duration.ofNanos(nowNanos - nanos)).toString());
    List<Map<String, Object>> sessions = new ArrayList<>();
    verdict
        .sessions()
        .forEach(session -> sessions.add(json.describe(session, verdict.isStallOf(session))));
    sources.otherSessions().get().stream()
        .filter(session -> !session.streams().isEmpty())
        .forEach(session -> sessions.add(json.describe(session, session.mayBlockReader())));
    report.put("sessions", sessions);
    return report;
  }

  /** Writes the captured log of a completed run, and its recording if requested. */
  public void writeCompleted(long operations) {
    writeSettingsAndEnvironment();
    if (run.runSettings().recording() == RecordingMode.KEEP) {
      writeRecording();
    }
    writeCaptureAndReadme(
        () ->
            readmeText(
                Outcome.COMPLETED,
                Optional.empty(),
                TextFormat.of(
                    "%d operations completed; this folder keeps how flow control went",
                    operations)));
  }

  /** Writes the README, and then the log. If a file is missing, writes the README again. */
  private void writeCaptureAndReadme(Supplier<String> text) {
    WriteAction readme = file -> Files.writeString(file, text.get());
    tryWriting("README.md", readme);
    sources
        .capture()
        .ifPresent(capture -> tryWriting("flow-control.log.gz", file -> writeLog(capture, file)));
    if (!missingFiles.isEmpty()) {
      tryWriting("README.md", readme);
    }
  }

  private void writeSettingsAndEnvironment() {
    tryWriting("settings.json", file -> JsonFiles.write(describeSettings(), file));
    tryWriting(
        "environment.json",
        file -> {
          Map<String, Object> environment = Environment.describe();
          environment.put("measured", run.product());
          JsonFiles.write(environment, file);
        });
  }

  private void writeRecording() {
    sources.recording().ifPresent(recording -> tryWriting("events.jfr", recording::dumpTo));
  }

  private static void writeLog(FlowControlCapture capture, Path file) throws IOException {
    capture.close();
    if (capture.hasLines()) {
      capture.gzipTo(file);
    }
  }

  private Map<String, Object> describeSettings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("benchmark", run.benchmark());
    settings.put("command", run.command());
    settings.put("parameters", run.parameters());
    Duration timeout = run.runSettings().stallTimeout(); // written as null if it is off
    settings.put(
        "stallTimeoutMillis", timeout.equals(RunSettings.NEVER) ? null : timeout.toMillis());
    settings.put("inEffect", sources.effectiveSettings().get());
    SessionSharing sharing = sources.sharing().get();
    settings.put("clientSessions", sharing.sessionCount());
    settings.put("maxStreamsPerSession", sharing.maxStreamsPerSession());
    return settings;
  }

  private String readmeText(StoppedOperation stoppedOperation) {
    String summary =
        stoppedOperation.operationNumber() == 0
            ? "The run was being prepared; no operation had begun."
            : TextFormat.of(
                "Operation %d read %,d tuples, the last %.1f s after the first operation began.",
                stoppedOperation.operationNumber(),
                stoppedOperation.tupleCount(),
                stoppedOperation.lastTupleSeconds());
    Verdict verdict = stoppedOperation.verdict();
    StringBuilder text = new StringBuilder(summary).append('\n').append(verdict.reason());
    verdict
        .cause()
        .map(CauseAdvice::describeCause)
        .ifPresent(
            cause ->
                text.append(
                    TextFormat.of("%n%nVerdict: %s. Cause: %s.", verdict.finding(), cause)));
    CauseAdvice.of(verdict).stream()
        .findFirst()
        .ifPresent(advice -> text.append("\nWhat to do: ").append(advice));
    return readmeText(verdict.outcome(), verdict.cause(), text.toString());
  }

  private String readmeText(Outcome outcome, Optional<StallCause> cause, String summary) {
    SessionSharing sharing = sources.sharing().get();
    String text =
        TextFormat.of(
            """
            # %s: %s

            %s

            - begun %s, %s, JDK %s
            - capture: %s, recording: %s
            %s%s- to repeat it:

                  %s
            """,
            outcome,
            run.benchmark(),
            ResultTable.escapeMarkdown(summary),
            run.start(),
            run.product(),
            Runtime.version(),
            run.capture(),
            run.runSettings().recording(),
            sharing.sessionCount() == 0
                ? ""
                : TextFormat.of(
                    "- streams: up to %d shared a session, %d session(s) of the benchmark's"
                        + " client%n",
                    sharing.maxStreamsPerSession(), sharing.sessionCount()),
            sources
                .prediction()
                .apply(outcome, cause)
                .map(prediction -> "- " + prediction.summaryLine() + "\n")
                .orElse(""),
            run.command());
    return missingFiles.isEmpty()
        ? text
        : text + "- missing: " + String.join("; ", missingFiles) + "\n";
  }

  private static String threadDump() throws JMException {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "threadPrint",
                new Object[] {new String[] {"-l"}},
                new String[] {String[].class.getName()});
  }

  private interface WriteAction {
    void writeTo(Path file) throws Exception;
  }

  private void tryWriting(String name, WriteAction action) {
    try {
      action.writeTo(path.resolve(name));
    } catch (Exception | OutOfMemoryError e) {
      missingFiles.add(name + " (" + e + ")");
    }
  }
}
