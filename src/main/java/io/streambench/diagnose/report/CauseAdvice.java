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
 * The solutions for a hang, by its cause: first those for a stock Solr, with the exact line to set,
 * then those that need a jar of this project.
 *
 * @param clients the SolrJ clients that were seen; empty if unknown
 * @param program the kind of program that was seen
 * @param severalDumps whether a JVM has several thread dumps, so that no second one is requested
 */
public record CauseAdvice(Set<SolrjClient> clients, Program program, boolean severalDumps) {
  static final Properties TEXTS =
      Page.properties("/io/streambench/diagnose/report/advice.properties");

  /** The kind of program that a dump or log comes from. */
  public enum Program {
    /** Solr, or unknown. */
    SOLR,
    /** The whole JVM was seen, with no trace of Solr. */
    PLAIN(".PLAIN"),
    /** No trace of Solr was seen, and the only HTTP/2 clients were not Jetty's. */
    OTHER_CLIENT(".OTHER", ".PLAIN");

    /**
     * Suffixes of the names of this program's texts. The first existing text counts, even if it is
     * empty.
     */
    private final List<String> suffixes;

    Program(String... suffixes) {
      this.suffixes = List.of(suffixes);
    }

    private Optional<String> ownText(String name) {
      return suffixes.stream().map(name::concat).filter(TEXTS::containsKey).findFirst();
    }
  }

  private static final Set<SolrjClient> UNKNOWN =
      Set.of(SolrjClient.JETTY_10, SolrjClient.JETTY_12);

  public CauseAdvice(Set<SolrjClient> clients) {
    this(clients, Program.SOLR, false);
  }

  /**
   * A piece of advice: one line for the terminal, which may be empty, and the details with the
   * costs.
   */
  record Remedy(Optional<NextStep> step, String line, String detail) {
    private static final int MAX_LINES = 5;
    private static final Set<NextStep> RESTARTS =
        EnumSet.of(
            NextStep.RESTART,
            NextStep.TIMEOUT_ENDS,
            NextStep.PERMITS,
            NextStep.RESTART_FOR_PERMITS);

    Remedy(String text) {
      this(Optional.empty(), text, text);
    }

    /** The advice with this name in {@code advice.properties}. */
    private static Remedy named(Optional<NextStep> step, String name) {
      String line = TEXTS.getProperty(name, "");
      return new Remedy(step, line, TEXTS.getProperty(name + ".detail", line));
    }

    /** Returns whether the advice is only to restart now. */
    boolean isRestart() {
      return step.filter(RESTARTS::contains).isPresent();
    }

    private boolean isStep(NextStep other) {
      return step.equals(Optional.of(other));
    }

    /** At most five lines for the terminal. */
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

    /** Returns this advice in the wording for a hang that is only possible. */
    Remedy ifProven() {
      return new Remedy(
          step,
          line.isEmpty() ? "" : "If proven: " + line,
          "Once a second look has shown the hang: " + detail);
    }
  }

  /** The name of a cause and a short description. */
  public static String causeText(StallCause cause) {
    return cause + ": " + TEXTS.getProperty("cause." + cause);
  }

  /** One line for each solution for a hang of a benchmark run. */
  public static List<String> of(Verdict verdict) {
    return Remedy.details(remediesForRun(verdict));
  }

  private static List<Remedy> remediesForRun(Verdict verdict) {
    SolrjClient client =
        Installation.isLoadedFrom("solr10") ? SolrjClient.JETTY_12 : SolrjClient.JETTY_10;
    return new CauseAdvice(Set.of(client))
        .remedies(verdict, false).stream()
            .filter(remedy -> !remedy.isStep(NextStep.RELEASE))
            .toList();
  }

  /** The first step for a hang of a benchmark run, in one line; HTTP/1.1 comes with its cost. */
  public static Optional<String> nextStep(Verdict verdict) {
    List<Remedy> remedies = remediesForRun(verdict);
    boolean stalled = verdict.finding() == Finding.STALLED;
    return stalled && remedies.stream().anyMatch(remedy -> remedy.isStep(NextStep.HTTP1))
        ? Optional.of(TEXTS.getProperty("HTTP1.fix"))
        : Remedy.lines(remedies).stream()
            .findFirst()
            .map(line -> (stalled ? "Fix: " : "Next: ") + line);
  }

  /**
   * The solutions for a verdict: first those by cause, then windows by the safe-window rule. Window
   * sizes are given only if the receiving end was seen, because an end that may not send is not
   * stalled by its own receive windows.
   *
   * @param isSingleMoment whether the source is a heap dump of one moment, so that a second one is
   *     decisive
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
      return textsOf(NextStep.UPLOADS, NextStep.READ_UPLOADS_FULLY);
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
        && verdict.session().filter(session -> session.starvedStreams().isEmpty()).isPresent()) {
      return textsOf(NextStep.NEXT_HANGS, NextStep.HTTP1, NextStep.CLOSED_EARLY, NextStep.REPAIR);
    }
    List<Remedy> remedies = new ArrayList<>();
    if (verdict.cause().equals(Optional.of(StallCause.EARLY_CLOSE))) {
      remedies.addAll(textsOf(NextStep.RESETS, NextStep.SENDING_NODES));
    } else if (isSingleMoment) {
      remedies.addAll(textsOf(NextStep.CONFIRM_WITH_TWO_DUMPS, NextStep.SENDING_NODES));
    } else {
      remedies.addAll(
          textsOf(
              verdict.session().isPresent() && !severalDumps
                  ? NextStep.READERS
                  : NextStep.PROVE_IT));
    }
    (out.isEmpty() ? textsOf(NextStep.HTTP1, NextStep.RESTART) : out)
        .forEach(remedy -> remedies.add(remedy.ifProven()));
    return remedies;
  }

  /** The solutions for a hang that a log hints at. In a full heap, no agent can run. */
  List<Remedy> remediesForLog(Verdict verdict, boolean isHeapFull) {
    List<Remedy> remedies = remedies(verdict, false);
    return !isHeapFull
        ? remedies
        : Stream.concat(
                textsOf(NextStep.READERS).stream(),
                remedies.stream()
                    .filter(it -> !it.isStep(NextStep.PROVE_IT) && !it.isStep(NextStep.RELEASE)))
            .toList();
  }

  /** The advice for a known message in a log. */
  Remedy of(LoggedFault.Kind kind) {
    return Remedy.named(Optional.empty(), program.ownText(kind.name()).orElse(kind.name()));
  }

  private static boolean isUploadSession(SessionState session) {
    return session.role() == Role.SERVER && session.receiveWindow() <= 0;
  }

  /**
   * The existing texts with these names, each in the variants for the clients that were seen. A
   * program without Solr has its own variant, which is empty for Solr-only advice.
   */
  private List<Remedy> textsOf(NextStep... steps) {
    return Arrays.stream(steps)
        .flatMap(
            step ->
                textKeys(step.name())
                    .filter(name -> TEXTS.containsKey(name) || TEXTS.containsKey(name + ".detail"))
                    .map(name -> Remedy.named(Optional.of(step), name)))
        .filter(remedy -> !remedy.detail().isEmpty())
        .toList();
  }

  private Stream<String> textKeys(String name) {
    Optional<String> ownText = program.ownText(name);
    if (ownText.isPresent()) {
      return ownText.stream();
    }
    Set<SolrjClient> known = clients.isEmpty() ? UNKNOWN : clients;
    return known.stream()
        .sorted()
        .map(client -> name + "." + client)
        .map(clientKey -> TEXTS.containsKey(clientKey + ".detail") ? clientKey : name)
        .distinct();
  }

  /** Returns the solutions for a hang with this cause, worded as if the hang were certain. */
  List<Remedy> remediesFor(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW ->
          textsOf(NextStep.RELEASE, NextStep.HTTP1, NextStep.REPAIR, NextStep.RESTART);
      case CANCELLED_STREAMS ->
          textsOf(NextStep.RESTART, NextStep.HTTP1, NextStep.CLOSED_EARLY, NextStep.REPAIR);
      case STREAM_SLOTS ->
          textsOf(NextStep.FEWER_STREAMS, NextStep.MORE_STREAMS, NextStep.HTTP1_SLOTS);
      case CONNECTIONS -> textsOf(NextStep.MORE_CONNECTIONS, NextStep.FEWER_CONCURRENT);
      case DIRECT_MEMORY -> textsOf(NextStep.MORE_MEMORY, NextStep.FEWER_BUFFERS);
      case EARLY_CLOSE -> textsOf(NextStep.HTTP1, NextStep.TIMEOUT_ENDS);
      case REQUEST_PERMITS -> textsOf(NextStep.RESTART_FOR_PERMITS, NextStep.FEWER_REQUESTS);
      case UNKNOWN -> textsOf(NextStep.SERVERS);
    };
  }

  Stream<Remedy> nextStep(NextStep step) {
    boolean unproven =
        step == NextStep.HTTP1
            || step == NextStep.RESTART
            || step == NextStep.PERMITS && !severalDumps;
    return textsOf(step).stream().map(remedy -> unproven ? remedy.ifProven() : remedy);
  }

  private static List<String> windowAdvice(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().isExhausted() || session.state().unreadBytes() == 0) {
      return List.of(AdviceText.SAFE_WINDOWS.format());
    }
    int streams =
        Math.max(session.maxOpenStreams(), session.state().streams().size())
            + session.state().unseenStreams();
    if (streams < 2 || session.streamWindow() <= 0 || session.sessionWindow() <= 0) {
      return List.of();
    }
    SafeWindowRule rule =
        new SafeWindowRule(streams, session.streamWindow(), session.sessionWindow(), bufferRatio);
    // A smaller stream window would also be safe, but Jetty's server may then close its connection.
    return Stream.of(rule.smallestSafeSessionWindow())
        .filter(window -> window >= ReceiveWindow.MIN_BYTES && window <= ReceiveWindow.MAX_BYTES)
        .map(
            window ->
                AdviceText.SAFE_SESSION_WINDOW.format(
                    RepairSettings.KIND_PROPERTY,
                    FlowControlKind.BUFFERING,
                    RepairSettings.SESSION_WINDOW_PROPERTY,
                    window,
                    streams,
                    (streams - 1L) * session.streamWindow()))
        .toList();
  }
}
