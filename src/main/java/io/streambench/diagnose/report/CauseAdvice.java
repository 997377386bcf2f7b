package io.streambench.diagnose.report;

import io.streambench.base.Installation;
import io.streambench.base.page.Page;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.Role;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.SolrjClient;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Advice on how to end a hang, by its cause. Solutions for an unmodified Solr come before solutions
 * that need this project's jar.
 *
 * @param clients the SolrJ clients that were seen; empty if unknown
 * @param program the kind of program that was diagnosed
 * @param hasSeveralDumps whether there are several thread dumps of a JVM; the advice then requests
 *     no further dump
 */
public record CauseAdvice(Set<SolrjClient> clients, Program program, boolean hasSeveralDumps) {
  static final Properties TEXTS =
      Page.readProperties("/io/streambench/diagnose/report/advice.properties");

  /** The kind of program that a dump or log comes from. */
  public enum Program {
    /** Solr, or an unknown program. */
    SOLR,
    /** A program without any sign of Solr. */
    PLAIN(".PLAIN"),
    /** A program without any sign of Solr, whose HTTP/2 clients are not Jetty's. */
    OTHER_CLIENT(".OTHER", ".PLAIN");

    /** The suffixes of the keys of this program's texts, in order of preference. */
    private final List<String> suffixes;

    Program(String... suffixes) {
      this.suffixes = List.of(suffixes);
    }

    private Optional<String> ownTextKey(String name) {
      return suffixes.stream().map(name::concat).filter(TEXTS::containsKey).findFirst();
    }
  }

  private static final Set<SolrjClient> ALL_CLIENTS =
      Set.of(SolrjClient.JETTY_10, SolrjClient.JETTY_12);

  public CauseAdvice(Set<SolrjClient> clients) {
    this(clients, Program.SOLR, false);
  }

  /** Advice for one step: a line for the terminal, which may be empty, and a detailed text. */
  record Remedy(Optional<NextStep> step, String line, String detail) {
    private static final int MAX_LINES = 5;
    private static final Set<NextStep> RESTART_STEPS =
        EnumSet.of(
            NextStep.RESTART,
            NextStep.DEADLOCK,
            NextStep.MORE_HEAP,
            NextStep.TIMEOUT_ENDS,
            NextStep.PERMITS,
            NextStep.RESTART_FOR_PERMITS);

    Remedy(String text) {
      this(Optional.empty(), text, text);
    }

    /** Returns the advice with the given name in {@code advice.properties}. */
    private static Remedy fromProperties(Optional<NextStep> step, String name) {
      String line = TEXTS.getProperty(name, "");
      return new Remedy(step, line, TEXTS.getProperty(name + ".detail", line));
    }

    /** Returns whether the advice is to restart. */
    boolean isRestart() {
      return step.filter(RESTART_STEPS::contains).isPresent();
    }

    private boolean isForStep(NextStep other) {
      return step.equals(Optional.of(other));
    }

    /** Returns the advice for the terminal, in at most five lines. */
    static List<String> lines(List<Remedy> remedies) {
      return remedies.stream()
          .map(Remedy::line)
          .filter(line -> !line.isEmpty())
          .distinct()
          .limit(MAX_LINES)
          .toList();
    }

    static List<String> details(List<Remedy> remedies) {
      return remedies.stream().map(Remedy::detail).toList();
    }

    /** Returns this advice in the wording for a hang that has not been proven yet. */
    Remedy asUnproven() {
      return new Remedy(
          step,
          line.isEmpty() ? "" : "If proven: " + line,
          "Once a second look has shown the hang: " + detail);
    }
  }

  /** Returns the name of a cause with a short description. */
  public static String describeCause(StallCause cause) {
    return cause + ": " + TEXTS.getProperty("cause." + cause);
  }

  /** Returns the solutions for a benchmark run that hung, one line each. */
  public static List<String> of(Verdict verdict) {
    return Remedy.details(remediesForRun(verdict));
  }

  private static List<Remedy> remediesForRun(Verdict verdict) {
    SolrjClient client =
        Installation.isLoadedFrom("solr10") ? SolrjClient.JETTY_12 : SolrjClient.JETTY_10;
    return new CauseAdvice(Set.of(client))
        .remedies(verdict, false).stream()
            .filter(remedy -> !remedy.isForStep(NextStep.RELEASE))
            .toList();
  }

  /** Returns the first step for a benchmark run that hung, in one line. */
  public static Optional<String> firstStepLine(Verdict verdict) {
    List<Remedy> remedies = remediesForRun(verdict);
    boolean stalled = verdict.finding() == Finding.STALLED;
    return stalled && remedies.stream().anyMatch(remedy -> remedy.isForStep(NextStep.HTTP1))
        ? Optional.of(TEXTS.getProperty("HTTP1.fix"))
        : Remedy.lines(remedies).stream()
            .findFirst()
            .map(line -> (stalled ? "Fix: " : "Next: ") + line);
  }

  /**
   * Returns the solutions for a verdict: advice for the cause, then window sizes that are safe
   * according to the safe-window rule. Concrete sizes are given only for a session whose receive
   * window is exhausted.
   *
   * @param isSingleMoment whether the source is a single heap dump; the advice may then request a
   *     second dump
   */
  List<Remedy> of(
      Verdict verdict,
      Optional<SessionDiagnosis> session,
      boolean isSingleMoment,
      double bufferRatio) {
    List<Remedy> remedies = new ArrayList<>(remedies(verdict, isSingleMoment));
    boolean mayBeSolr9 =
        program == Program.SOLR
            && verdict.session().filter(CauseAdvice::isUploadSession).isEmpty()
            && (clients.isEmpty() || clients.contains(SolrjClient.JETTY_10));
    if (mayBeSolr9 && verdict.cause().equals(Optional.of(StallCause.SESSION_WINDOW))) {
      session.ifPresent(
          found ->
              windowAdvice(found, bufferRatio)
                  .forEach(window -> remedies.add(new Remedy(Optional.empty(), "", window))));
    }
    return remedies;
  }

  List<Remedy> remedies(Verdict verdict, boolean isSingleMoment) {
    // A server receives the bodies of requests, which no merge reads.
    if (verdict.session().filter(CauseAdvice::isUploadSession).isPresent()) {
      return remediesForSteps(NextStep.UPLOADS, NextStep.READ_UPLOADS_FULLY);
    }
    List<Remedy> out = verdict.cause().map(this::remediesFor).orElse(List.of());
    boolean connections = verdict.cause().equals(Optional.of(StallCause.CONNECTIONS));
    if (verdict.finding() != Finding.POSSIBLE || (isSingleMoment ? out.isEmpty() : connections)) {
      return out;
    }
    // The message in the log proves that the memory was exhausted.
    if (verdict.cause().equals(Optional.of(StallCause.DIRECT_MEMORY))
        && verdict.session().isEmpty()
        && !isSingleMoment) {
      return out;
    }
    // Cancelled streams hold the window, and no reader waits on that connection.
    if (verdict.cause().equals(Optional.of(StallCause.CANCELLED_STREAMS))
        && verdict.session().filter(session -> session.awaitedStreams().isEmpty()).isPresent()) {
      return remediesForSteps(
          NextStep.NEXT_HANGS, NextStep.HTTP1, NextStep.CLOSED_EARLY, NextStep.REPAIR);
    }
    List<Remedy> remedies = new ArrayList<>();
    if (verdict.cause().equals(Optional.of(StallCause.EARLY_CLOSE))) {
      remedies.addAll(remediesForSteps(NextStep.RESETS, NextStep.SENDING_NODES));
    } else if (isSingleMoment) {
      remedies.addAll(remediesForSteps(NextStep.CONFIRM_WITH_TWO_DUMPS, NextStep.SENDING_NODES));
    } else {
      remedies.addAll(
          remediesForSteps(
              verdict.session().isPresent() && !hasSeveralDumps
                  ? NextStep.READERS
                  : NextStep.PROVE_IT));
    }
    (out.isEmpty() ? remediesForSteps(NextStep.HTTP1, NextStep.RESTART) : out)
        .forEach(remedy -> remedies.add(remedy.asUnproven()));
    return remedies;
  }

  /**
   * Returns the solutions for a hang that a log suggests. With a full heap, omits all agents, which
   * could not run.
   */
  List<Remedy> remediesForLog(Verdict verdict, boolean isHeapFull) {
    List<Remedy> remedies = remedies(verdict, false);
    return !isHeapFull
        ? remedies
        : Stream.concat(
                hasSeveralDumps ? Stream.of() : remediesForSteps(NextStep.READERS).stream(),
                remedies.stream()
                    .filter(
                        it -> !it.isForStep(NextStep.PROVE_IT) && !it.isForStep(NextStep.RELEASE)))
            .toList();
  }

  /** Returns the advice for a known message in a log. */
  Remedy of(LoggedFault.Kind kind) {
    return Remedy.fromProperties(Optional.empty(), ownTextKey(kind.name()).orElse(kind.name()));
  }

  private static boolean isUploadSession(SessionState session) {
    return session.role() == Role.SERVER && session.receiveWindow() <= 0;
  }

  /**
   * Returns the advice for these steps, in the variants for the clients that were seen. Omits
   * advice about Solr for a program without Solr.
   */
  private List<Remedy> remediesForSteps(NextStep... steps) {
    return Arrays.stream(steps)
        .flatMap(
            step ->
                textKeys(step.name())
                    .filter(name -> TEXTS.containsKey(name) || TEXTS.containsKey(name + ".detail"))
                    .map(name -> Remedy.fromProperties(Optional.of(step), name)))
        .filter(remedy -> !remedy.detail().isEmpty())
        .toList();
  }

  /**
   * Returns the key of a text for this kind of program that replaces the general text; empty if
   * there is none.
   */
  private Optional<String> ownTextKey(String name) {
    return Optional.of(name + ".DUMPS")
        .filter(key -> hasSeveralDumps && TEXTS.containsKey(key))
        .or(() -> program.ownTextKey(name));
  }

  private Stream<String> textKeys(String name) {
    Optional<String> ownText = ownTextKey(name);
    if (ownText.isPresent()) {
      return ownText.stream();
    }
    Set<SolrjClient> known = clients.isEmpty() ? ALL_CLIENTS : clients;
    return known.stream()
        .sorted()
        .map(client -> name + "." + client)
        .map(clientKey -> TEXTS.containsKey(clientKey + ".detail") ? clientKey : name)
        .distinct();
  }

  /** Returns the solutions for a hang with this cause, worded for a proven hang. */
  List<Remedy> remediesFor(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW ->
          remediesForSteps(NextStep.RELEASE, NextStep.HTTP1, NextStep.REPAIR, NextStep.RESTART);
      case CANCELLED_STREAMS ->
          remediesForSteps(
              NextStep.RESTART, NextStep.HTTP1, NextStep.CLOSED_EARLY, NextStep.REPAIR);
      case STREAM_SLOTS ->
          remediesForSteps(NextStep.FEWER_STREAMS, NextStep.MORE_STREAMS, NextStep.HTTP1_SLOTS);
      case CONNECTIONS -> remediesForSteps(NextStep.MORE_CONNECTIONS, NextStep.FEWER_CONCURRENT);
      case DIRECT_MEMORY -> remediesForSteps(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
      case EARLY_CLOSE -> remediesForSteps(NextStep.HTTP1, NextStep.TIMEOUT_ENDS);
      case REQUEST_PERMITS ->
          remediesForSteps(NextStep.RESTART_FOR_PERMITS, NextStep.FEWER_REQUESTS);
      case UNKNOWN -> remediesForSteps(NextStep.SERVERS);
    };
  }

  Stream<Remedy> remediesForNextStep(NextStep step) {
    boolean unproven =
        step == NextStep.HTTP1
            || step == NextStep.RESTART
            || step == NextStep.PERMITS && !hasSeveralDumps;
    return remediesForSteps(step).stream().map(remedy -> unproven ? remedy.asUnproven() : remedy);
  }

  private static List<String> windowAdvice(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().isExhausted() || session.state().unreadBytes() == 0) {
      return List.of(AdviceText.SAFE_WINDOWS.format());
    }
    int streams =
        Math.max(session.maxOpenStreams(), session.state().streams().size())
            + session.state().unseenStreams();
    if (streams < 2 || session.initialStreamWindow() <= 0 || session.initialSessionWindow() <= 0) {
      return List.of();
    }
    SafeWindowRule rule =
        new SafeWindowRule(
            streams, session.initialStreamWindow(), session.initialSessionWindow(), bufferRatio);
    // A smaller stream window would also be safe, but Jetty's server may then close the connection.
    return Stream.of(rule.smallestSafeSessionWindow())
        .filter(window -> window >= ReceiveWindow.MIN_BYTES && window <= ReceiveWindow.MAX_BYTES)
        .map(
            window ->
                AdviceText.SAFE_SESSION_WINDOW.format(
                    RepairSettings.FLOW_CONTROL_PROPERTY,
                    FlowControlKind.BUFFERING,
                    RepairSettings.SESSION_WINDOW_PROPERTY,
                    window,
                    streams,
                    (streams - 1L) * session.initialStreamWindow()))
        .toList();
  }
}
