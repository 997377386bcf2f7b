package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ScratchFolder;
import io.streambench.bench.settings.RunSettings;
import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.jvm.Jcmd;
import io.streambench.diagnose.jvm.LoadedAgent;
import io.streambench.diagnose.release.Release;
import io.streambench.diagnose.release.ReleaseStatus;
import io.streambench.diagnose.release.SessionProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code streambench release}: lets the hanging streams of a JVM continue without a restart. */
@Command(name = "release")
final class ReleaseVerb implements Callable<Integer> {
  private static final String CLIENT_SESSION = "org.eclipse.jetty.http2.client.HTTP2ClientSession";
  private static final String CLIENT_SESSION_12 =
      "org.eclipse.jetty.http2.client.internal.HTTP2ClientSession";

  private static final String IN_CONTAINER =
      "copy streambench.jar into its own (docker cp, kubectl cp), and run this there with the PID"
          + " that 'pgrep -o java' prints; it needs the java of a JDK";

  private static final long PERIOD_MILLIS = 200;

  private static final Duration SILENT = Duration.ofSeconds(60);
  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);

  /**
   * Time limit of a search. Answers take milliseconds, and two inspections take two seconds; on a
   * busy machine both take longer.
   */
  private static final Duration SEARCH_TIMEOUT = Duration.ofMinutes(2);

  @Mixin private FormatOption format;

  @Parameters(paramLabel = "PID", descriptionKey = "process")
  private String pid;

  @Option(names = "--yes")
  private boolean yes;

  @Option(names = "--until-restart")
  private boolean untilRestart;

  @Option(names = "--undo")
  private boolean undo;

  enum Verdict {
    NOTHING_STALLED(ExitStatus.SUCCESS),
    /** No stall was found, but not all sessions could be examined. */
    POSSIBLE(ExitStatus.SUCCESS),
    /** A session is stalled; nothing was changed. */
    STALLED(ExitStatus.STALLED),
    /** Every stalled session continued. */
    RELEASED(ExitStatus.SUCCESS),
    /** A stalled session did not continue. */
    NOT_RELEASED(ExitStatus.STALLED),
    /** The release in the JVM was ended. */
    UNDONE(ExitStatus.SUCCESS);

    private final ExitStatus status;

    Verdict(ExitStatus status) {
      this.status = status;
    }
  }

  @Override
  public Integer call() throws Exception {
    SettingException.throwIf(
        undo && (yes || untilRestart), "--undo", "be given without --yes and --until-restart", pid);
    SettingException.throwIf(untilRestart && !yes, "--until-restart", "be given with --yes", pid);
    Jcmd jvm =
        Jcmd.of(Values.wholeNumber("PID", pid, 1, Integer.MAX_VALUE), "release", IN_CONTAINER);
    SettingException.throwIf(
        !jvm.hasLoaded(CLIENT_SESSION, SEARCH_TIMEOUT)
            && !jvm.hasLoaded(CLIENT_SESSION_12, SEARCH_TIMEOUT),
        "PID",
        "be a JVM that has opened an HTTP/2 connection by Jetty's client;"
            + " './streambench attach' lists some",
        pid);
    Path seen =
        jvm.hasOwnFiles()
            ? RunSettings.ofThisJvm().withCheckedLogs().logs()
            : DataFolder.diskFolder();
    Interruption interruption = new Interruption();
    try (ScratchFolder scratch = ScratchFolder.createPersistent(seen)) {
      Path shared = scratch.resolve("release");
      jvm.allowWriting(shared);
      return (undo ? undo(jvm, shared) : release(jvm, shared, interruption)).status.code();
    } finally {
      interruption.close();
    }
  }

  private SettingException refusal(String reason) {
    return new SettingException(
        "PID",
        "be a JVM that takes an agent ("
            + reason
            + "). Else only a restart ends the hang: docs/hang.md",
        pid);
  }

  private Verdict undo(Jcmd jvm, Path folder) throws IOException {
    try (LoadedAgent ending =
        LoadedAgent.begin(jvm, folder, Map.of(), List.of(Release.class), this::refusal)) {
      ending.keepRunning();
      ReleaseStatus reported = status(folder);
      if (reported.phase() == ReleaseStatus.Phase.FAILED) {
        SettingException.throwIf(
            reported.reason().equals(AgentMain.NOT_RUNNING),
            "--undo",
            "be for a JVM in which a release runs",
            pid);
        throw new IOException(reported.reason());
      }
    }
    format.print(
        () -> ReleaseText.undoneText(pid),
        () -> ReleaseText.undoneText(pid),
        () -> Map.of("verdict", Verdict.UNDONE));
    return Verdict.UNDONE;
  }

  private static ReleaseStatus status(Path folder) throws IOException {
    return ReleaseStatus.of(folder)
        .orElseThrow(() -> new IOException("the JVM loaded the agent, but does not report"));
  }

  private Verdict release(Jcmd jvm, Path folder, Interruption interruption)
      throws IOException, InterruptedException {
    Map<String, String> order =
        Map.of(
            AgentMain.MAIN,
            Release.class.getName(),
            Release.GIVE,
            Boolean.toString(yes),
            Release.UNTIL_RESTART,
            Boolean.toString(untilRestart));
    try (LoadedAgent agent =
        LoadedAgent.begin(jvm, folder, order, List.of(Release.class), this::refusal)) {
      ReleaseStatus reported = awaitSearch(jvm, folder, interruption);
      Verdict verdict = yes ? awaitEnd(jvm, folder, reported, interruption) : verdict(reported);
      ReleaseStatus last = status(folder);
      boolean stays =
          untilRestart && last.phase() == ReleaseStatus.Phase.GIVING && !interruption.isRequested();
      if (stays) {
        agent.keepRunning();
        awaitReading(jvm, folder);
      }
      ReleaseText text = new ReleaseText(pid, last, verdict, stays);
      format.print(text::fullText, text::fullText, text::json);
      return verdict;
    }
  }

  /** Waits until the agent has read the heartbeat, as it does after each report. */
  private static void awaitReading(Jcmd jvm, Path folder) throws IOException, InterruptedException {
    long begun = System.nanoTime();
    long beat = status(folder).beat();
    for (ReleaseStatus now = status(folder); now.beat() < beat + 2; now = status(folder)) {
      if (!jvm.isAlive()) {
        throw new IOException("the JVM has ended");
      }
      if (now.phase() != ReleaseStatus.Phase.GIVING) {
        throw new IOException("the release has ended: " + now.reason());
      }
      if (System.nanoTime() - begun > SILENT.toNanos()) {
        throw silent();
      }
      TimeUnit.MILLISECONDS.sleep(PERIOD_MILLIS);
    }
  }

  private static IOException silent() {
    return new IOException(
        TextFormat.of(
            "the agent has not reported for %d s: the JVM is stopped, or too busy. Try again, or"
                + " restart it",
            SILENT.toSeconds()));
  }

  private ReleaseStatus awaitSearch(Jcmd jvm, Path folder, Interruption interruption)
      throws IOException, InterruptedException {
    long begun = System.nanoTime();
    ReleaseStatus reported = status(folder);
    while (reported.phase() == ReleaseStatus.Phase.LOOKING) {
      if (interruption.await(PERIOD_MILLIS)) {
        throw new IOException("interrupted");
      }
      if (!jvm.isAlive()) {
        throw new IOException("the JVM has ended");
      }
      if (System.nanoTime() - begun > SEARCH_TIMEOUT.toNanos()) {
        throw new IOException(
            TextFormat.of(
                "the agent found no answer within %d s, and gave nothing: the JVM is too busy. Try"
                    + " again, or restart it",
                SEARCH_TIMEOUT.toSeconds()));
      }
      reported = status(folder);
    }
    if (reported.phase() == ReleaseStatus.Phase.FAILED) {
      SettingException.throwIf(
          reported.reason().equals(AgentMain.RUNNING),
          "PID",
          "be a JVM in which no release or watch runs: './streambench release --undo PID' ends it",
          pid);
      throw new IOException("the agent failed: " + reported.reason());
    }
    return reported;
  }

  private Verdict awaitEnd(Jcmd jvm, Path folder, ReleaseStatus searched, Interruption interruption)
      throws IOException, InterruptedException {
    long printedNanos = System.nanoTime();
    long changedNanos = printedNanos;
    List<String> printed = List.of();
    ReleaseStatus now = searched;
    while (now.phase() == ReleaseStatus.Phase.GIVING && !interruption.await(PERIOD_MILLIS)) {
      if (!jvm.isAlive()) {
        throw new IOException("the JVM has ended" + describeProgress(now));
      }
      ReleaseStatus before = now;
      now = status(folder);
      if (now.beat() != before.beat()) {
        changedNanos = System.nanoTime();
      } else if (System.nanoTime() - changedNanos > SILENT.toNanos()) {
        throw silent();
      }
      if (System.nanoTime() - printedNanos > PROGRESS_INTERVAL.toNanos()) {
        printedNanos = System.nanoTime();
        List<String> lines = now.sessions().stream().flatMap(ReleaseText::progress).toList();
        List<String> known = printed;
        lines.stream().filter(line -> !known.contains(line)).forEach(format::printNote);
        printed = lines;
        if (untilRestart) {
          return verdict(now);
        }
      }
    }
    if (now.phase() == ReleaseStatus.Phase.FAILED) {
      throw new IOException("the agent failed: " + now.reason());
    }
    return verdict(now);
  }

  /**
   * Describes the data that arrived. The program may also have ended because its query completed.
   */
  private static String describeProgress(ReleaseStatus last) {
    long given = last.sessions().stream().mapToLong(ReleaseStatus.Session::givenBytes).sum();
    long arrived = last.sessions().stream().mapToLong(ReleaseStatus.Session::arrivedBytes).sum();
    return given == 0
        ? ""
        : TextFormat.of(
            "; %,d bytes of credit were given before, and %,d bytes came", given, arrived);
  }

  private Verdict verdict(ReleaseStatus reported) {
    List<ReleaseStatus.Session> stalled =
        reported.sessions().stream().filter(one -> isStalled(one) || one.givenBytes() > 0).toList();
    if (stalled.isEmpty()) {
      boolean judged =
          reported.complete() && reported.sessions().stream().noneMatch(ReleaseVerb::isNotJudged);
      return judged ? Verdict.NOTHING_STALLED : Verdict.POSSIBLE;
    }
    if (!yes) {
      return Verdict.STALLED;
    }
    return stalled.stream().anyMatch(ReleaseVerb::isStalled)
        ? Verdict.NOT_RELEASED
        : Verdict.RELEASED;
  }

  private static boolean isNotJudged(ReleaseStatus.Session session) {
    return session.state() == SessionProgress.UNKNOWN
        || session.state() == SessionProgress.NOT_READ;
  }

  static boolean isStalled(ReleaseStatus.Session session) {
    SessionProgress state = session.state();
    return state == SessionProgress.STALLED
        || state == SessionProgress.NO_DATA
        || state == SessionProgress.RESET
        || state == SessionProgress.NO_MEMORY;
  }
}
