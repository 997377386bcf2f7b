package io.streambench.watchdog;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.Verdict;
import io.streambench.config.RecordingMode;
import io.streambench.config.RunSettings;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.report.diagnosis.CauseAdvice;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import javax.management.JMException;
import javax.management.ObjectName;

/**
 * The one folder that a run leaves under {@code flow-control-logs/}. What changes soonest is
 * written first, the threads before all. What cannot be had is named in the folder's README and
 * costs nothing else.
 */
public final class RunFolder {
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);

  private final RunInfo run;
  private final Witnesses witnesses;
  private final List<String> missing = new ArrayList<>();
  private Path folder;

  /** Prepares the folder of that run; creates nothing yet. */
  public RunFolder(RunInfo run, Witnesses witnesses) {
    this.run = run;
    this.witnesses = witnesses;
  }

  /**
   * Makes the folder, which is empty so far.
   *
   * @throws IOException if there can be no folder at all
   */
  public Path open(Outcome outcome) throws IOException {
    folder = create(outcome);
    return folder;
  }

  /** Keeps the evidence of a run that did not complete, while it is still as it was. */
  public void keep(Stop stop) {
    Instant now = Instant.now();
    long nowNanos = System.nanoTime();
    attempt("threads.txt", file -> Files.writeString(file, threads()));
    attempt(
        "verdict.json",
        file ->
            Json.write(
                file,
                new VerdictReport(now, nowNanos)
                    .describe(
                        stop,
                        run.start(),
                        witnesses.otherSessions().get(),
                        witnesses.notObserved().get(),
                        witnesses.prediction().apply(stop.verdict().outcome()))));
    recorded();
    attempt("jetty-client.txt", file -> Files.writeString(file, witnesses.clientDump().get()));
    attempt(
        "jetty-server.txt",
        file -> Files.writeString(file, String.join("\n", witnesses.serverDumps().get())));
    stop.cause()
        .ifPresent(cause -> attempt("failure.txt", file -> Files.writeString(file, trace(cause))));
    settingsAndEnvironment();
    capturedAndStory(() -> story(stop));
  }

  /** Keeps the captured log of a run that completed, and its recording if that is asked for. */
  public void keepCompleted(long operations) {
    settingsAndEnvironment();
    if (run.runSettings().recording() == RecordingMode.KEEP) {
      recorded();
    }
    capturedAndStory(
        () ->
            story(
                Outcome.COMPLETED,
                Text.of(
                    "%d operations completed; this folder keeps how flow control went",
                    operations)));
  }

  /** The story is there before the log is, which may take long, and is told again if need be. */
  private void capturedAndStory(Supplier<String> story) {
    Writing readme = file -> Files.writeString(file, story.get());
    attempt("README.md", readme);
    captured();
    if (!missing.isEmpty()) {
      attempt("README.md", readme);
    }
  }

  private void settingsAndEnvironment() {
    attempt("settings.json", file -> Json.write(file, settings()));
    attempt("environment.json", file -> Json.write(file, environment()));
  }

  private Map<String, Object> environment() {
    Map<String, Object> environment = Environment.describe();
    environment.put("measured", run.product());
    return environment;
  }

  private void recorded() {
    witnesses
        .recording()
        .ifPresent(recording -> attempt("events.jfr", file -> recording.dumpTo(file)));
  }

  private void captured() {
    witnesses
        .capture()
        .ifPresent(
            capture ->
                attempt(
                    "flow-control.log.gz",
                    file -> {
                      capture.close();
                      if (capture.hasLines()) {
                        capture.gzipTo(file);
                      }
                    }));
  }

  private Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put("benchmark", run.benchmark());
    settings.put("command", run.command());
    settings.put("parameters", run.parameters());
    settings.put("stallTimeoutMillis", stallTimeoutMillis());
    settings.put("inEffect", witnesses.effective().get());
    Sharing sharing = witnesses.sharing().get();
    settings.put("clientSessions", sharing.sessions());
    settings.put("maxStreamsPerSession", sharing.maxStreamsPerSession());
    return settings;
  }

  /** Null where no silence was to be judged. */
  private Long stallTimeoutMillis() {
    Duration timeout = run.runSettings().stallTimeout();
    return timeout.equals(RunSettings.NEVER) ? null : timeout.toMillis();
  }

  private String story(Stop stop) {
    String what =
        stop.operation() == 0
            ? "The run was being prepared; no operation had begun."
            : Text.of(
                "Operation %d read %,d tuples, the last %.1f s after the first operation began.",
                stop.operation(), stop.tuples(), stop.lastTupleSeconds());
    return story(
        stop.verdict().outcome(), what + "\n" + stop.verdict().reason() + inWords(stop.verdict()));
  }

  private static String inWords(Verdict verdict) {
    StringBuilder words = new StringBuilder();
    verdict
        .cause()
        .ifPresent(
            cause ->
                words.append(
                    Text.of(
                        "%n%nVerdict: %s. Cause: %s.",
                        verdict.finding(), CauseAdvice.words(cause))));
    CauseAdvice.of(verdict).stream()
        .findFirst()
        .ifPresent(first -> words.append("\nWhat to do: ").append(first));
    return words.toString();
  }

  private String story(Outcome outcome, String what) {
    Sharing sharing = witnesses.sharing().get();
    String text =
        Text.of(
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
            what,
            run.start(),
            run.product(),
            Runtime.version(),
            run.capture(),
            run.runSettings().recording(),
            sharing.sessions() == 0
                ? ""
                : Text.of(
                    "- streams: up to %d shared a session, %d session(s) of the benchmark's client%n",
                    sharing.maxStreamsPerSession(), sharing.sessions()),
            witnesses.prediction().apply(outcome).map(one -> "- " + one.line() + "\n").orElse(""),
            run.command());
    return missing.isEmpty() ? text : text + "- missing: " + String.join("; ", missing) + "\n";
  }

  private Path create(Outcome outcome) throws IOException {
    return create(run.runSettings().logs(), run.start(), run.benchmark(), outcome);
  }

  /**
   * Makes an empty folder. Its name is a promise to others; two of one second get a number.
   *
   * @param what ran
   */
  public static Path create(Path logs, Instant start, String what, Outcome outcome)
      throws IOException {
    String name = TIME.format(LocalDateTime.ofInstant(start, ZoneId.systemDefault())) + "-" + what;
    Files.createDirectories(logs);
    for (int number = 1; ; number++) {
      String numbered = name + (number == 1 ? "" : "." + number) + "-" + outcome;
      try {
        return Files.createDirectory(logs.resolve(numbered));
      } catch (FileAlreadyExistsException e) {
        // Another of this second: the next number.
      }
    }
  }

  private static String threads() throws JMException {
    return (String)
        ManagementFactory.getPlatformMBeanServer()
            .invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"),
                "threadPrint",
                new Object[] {new String[] {"-l"}},
                new String[] {String[].class.getName()});
  }

  private static String trace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }

  private interface Writing {
    void to(Path file) throws Exception;
  }

  private void attempt(String name, Writing writing) {
    try {
      writing.to(folder.resolve(name));
    } catch (Exception | OutOfMemoryError e) {
      missing.add(name + " (" + e + ")");
    }
  }
}
