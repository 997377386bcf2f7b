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

/**
 * The command {@code streambench release}, which lets the hanging streams of a JVM continue without
 * a restart.
 */
@Command(name = "release")
final class ReleaseVerb implements Callable<Integer> {
  private static final String CLIENT_SESSION_CLASS =
      "org.eclipse.jetty.http2.client.HTTP2ClientSession";
  private static final String JETTY_12_SESSION_CLASS =
      "org.eclipse.jetty.http2.client.internal.HTTP2ClientSession";

  private static final long POLL_INTERVAL_MILLIS = 200;

  private static final Duration PROGRESS_INTERVAL = Duration.ofSeconds(5);

  /** The maximum time for the JVM to respond, even on a busy machine. */
  private static final Duration RESPONSE_TIMEOUT = Duration.ofMinutes(2);

  @Mixin private FormatOption format;

  @Parameters(paramLabel = "PID", descriptionKey = "process")
  private String pid;

  @Option(names = "--yes")
  private boolean isConfirmed;

  @Option(names = "--until-restart")
  private boolean isUntilRestart;

  @Option(names = "--undo")
  private boolean isUndoRequested;

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
    /** {@code --undo} ended an earlier release in the JVM. */
    UNDONE(ExitStatus.SUCCESS);

    private final ExitStatus status;

    Verdict(ExitStatus status) {
      this.status = status;
    }
  }

  @Override
  public Integer call() throws Exception {
    SettingException.throwIf(
        isUndoRequested && (isConfirmed || isUntilRestart),
        "--undo",
        "be given without --yes and --until-restart",
        pid);
    SettingException.throwIf(
        isUntilRestart && !isConfirmed, "--until-restart", "be given with --yes", pid);
    Jcmd jvm = Jcmd.of(Values.wholeNumber("PID", pid, 1, Integer.MAX_VALUE), "release");
    SettingException.throwIf(
        !jvm.hasLoaded(CLIENT_SESSION_CLASS, RESPONSE_TIMEOUT)
            && !jvm.hasLoaded(JETTY_12_SESSION_CLASS, RESPONSE_TIMEOUT),
        "PID",
        "be a JVM that has opened an HTTP/2 connection by Jetty's client;"
            + " './streambench attach' lists some",
        pid);
    Path sharedFolder =
        jvm.hasOwnFileSystem()
            ? RunSettings.ofThisJvm().withCheckedLogs().logsFolder()
            : DataFolder.diskFolder();
    try (Interruption interruption = new Interruption();
        ScratchFolder scratch = ScratchFolder.createPersistent(sharedFolder)) {
      return (isUndoRequested ? undo(jvm, scratch) : release(jvm, scratch, interruption))
          .status.code();
    }
  }

  private SettingException refusalException(String reason) {
    return new SettingException(
        "PID",
        "be a JVM that takes an agent ("
            + reason
            + "). Else only a restart ends the hang: docs/hang.md",
        pid);
  }

  private Verdict undo(Jcmd jvm, ScratchFolder scratch) throws IOException {
    try (LoadedAgent agent =
        LoadedAgent.begin(jvm, scratch, null, Map.of(), this::refusalException)) {
      agent.letAgentContinue();
      ReleaseStatus reported = agent.status(ReleaseStatus.class);
      if (reported.state() == ReleaseStatus.Phase.FAILED) {
        SettingException.throwIf(
            reported.reason().equals(AgentMain.NOT_RUNNING_REASON),
            "--undo",
            "be for a JVM in which a release runs",
            pid);
        throw new IOException(reported.reason());
      }
    }
    String text =
        TextFormat.of(
            "release ended in process %s. What it gave in advance, Jetty takes back as data is"
                + " read.%n",
            pid);
    format.print(() -> text, () -> text, () -> Map.of("verdict", Verdict.UNDONE));
    return Verdict.UNDONE;
  }

  private Verdict release(Jcmd jvm, ScratchFolder scratch, Interruption interruption)
      throws IOException, InterruptedException {
    Map<String, String> order =
        Map.of(
            Release.GIVE_PROPERTY,
            Boolean.toString(isConfirmed),
            Release.UNTIL_RESTART_PROPERTY,
            Boolean.toString(isUntilRestart));
    try (LoadedAgent agent =
        LoadedAgent.begin(jvm, scratch, Release.class, order, this::refusalException)) {
      ReleaseStatus reported = awaitSearchEnd(agent, interruption);
      Verdict verdict = isConfirmed ? awaitEnd(agent, reported, interruption) : verdict(reported);
      ReleaseStatus last = agent.status(ReleaseStatus.class);
      boolean stays =
          isUntilRestart
              && last.state() == ReleaseStatus.Phase.GIVING
              && !interruption.isRequested();
      if (stays) {
        agent.letAgentContinue();
        awaitHeartbeatRead(agent);
      }
      ReleaseText text = new ReleaseText(pid, last, verdict, stays);
      format.print(text::fullText, text::fullText, text::json);
      return verdict;
    }
  }

  /**
   * Waits for two reports of the agent, because the agent reads this program's heartbeat between
   * them.
   */
  private void awaitHeartbeatRead(LoadedAgent agent) throws IOException, InterruptedException {
    ReleaseStatus first = agent.status(ReleaseStatus.class);
    ReleaseStatus now = first;
    while (now.reportNumber() < first.reportNumber() + 2) {
      TimeUnit.MILLISECONDS.sleep(POLL_INTERVAL_MILLIS);
      now = agent.status(ReleaseStatus.class);
      agent.requireReporting(now.reportNumber(), format::warn);
      if (now.state() != ReleaseStatus.Phase.GIVING) {
        throw new IOException("the release has ended: " + now.reason());
      }
    }
  }

  private ReleaseStatus awaitSearchEnd(LoadedAgent agent, Interruption interruption)
      throws IOException, InterruptedException {
    ReleaseStatus reported = agent.status(ReleaseStatus.class);
    while (reported.state() == ReleaseStatus.Phase.LOOKING) {
      if (interruption.await(POLL_INTERVAL_MILLIS)) {
        throw new IOException("interrupted");
      }
      reported = agent.status(ReleaseStatus.class);
      agent.requireReporting(reported.reportNumber(), format::warn);
    }
    if (reported.state() == ReleaseStatus.Phase.FAILED) {
      SettingException.throwIf(
          reported.reason().equals(AgentMain.ALREADY_RUNNING_REASON),
          "PID",
          "be a JVM in which no release or watch runs: './streambench release --undo PID' ends it",
          pid);
      throw new IOException("the agent failed: " + reported.reason());
    }
    return reported;
  }

  private Verdict awaitEnd(
      LoadedAgent agent, ReleaseStatus statusAfterSearch, Interruption interruption)
      throws IOException, InterruptedException {
    long printedNanos = System.nanoTime();
    List<String> printed = List.of();
    ReleaseStatus now = statusAfterSearch;
    while (now.state() == ReleaseStatus.Phase.GIVING && !interruption.await(POLL_INTERVAL_MILLIS)) {
      now = agent.status(ReleaseStatus.class);
      if (agent.hasJvmEnded() && verdict(now) == Verdict.RELEASED) {
        return verdictForEndedJvm(now);
      }
      agent.requireReporting(now.reportNumber(), format::warn);
      if (System.nanoTime() - printedNanos > PROGRESS_INTERVAL.toNanos()) {
        printedNanos = System.nanoTime();
        List<String> lines =
            now.sessions().stream()
                .filter(ReleaseVerb::hasHung)
                .map(ReleaseText::describeSession)
                .toList();
        List<String> known = printed;
        lines.stream().filter(line -> !known.contains(line)).forEach(format::printNote);
        printed = lines;
        if (isUntilRestart) {
          return verdict(now);
        }
      }
    }
    if (now.state() == ReleaseStatus.Phase.FAILED) {
      throw new IOException("the agent failed: " + now.reason());
    }
    return verdict(now);
  }

  /** Returns RELEASED if the streams ended before the JVM; throws if the JVM may have crashed. */
  private static Verdict verdictForEndedJvm(ReleaseStatus lastStatus) throws IOException {
    if (lastStatus.sessions().stream()
        .anyMatch(session -> session.state() == SessionProgress.GOES_ON)) {
      throw new IOException(
          "the JVM has ended. Before, its hung streams continued: if it should still run, see its"
              + " log");
    }
    return Verdict.RELEASED;
  }

  private Verdict verdict(ReleaseStatus status) {
    List<ReleaseStatus.Session> stalled =
        status.sessions().stream().filter(ReleaseVerb::hasHung).toList();
    if (stalled.isEmpty()) {
      boolean judged =
          status.isSearchComplete()
              && status.sessions().stream().allMatch(session -> session.state().isConclusive());
      return judged ? Verdict.NOTHING_STALLED : Verdict.POSSIBLE;
    }
    if (!isConfirmed) {
      return Verdict.STALLED;
    }
    return stalled.stream().anyMatch(session -> session.state().isStalled())
        ? Verdict.NOT_RELEASED
        : Verdict.RELEASED;
  }

  private static boolean hasHung(ReleaseStatus.Session session) {
    return session.state().isStalled() || session.givenBytes() > 0;
  }
}
