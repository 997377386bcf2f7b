package io.streambench.report.diagnosis;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import io.streambench.config.FlowControlKind;
import io.streambench.config.Home;
import io.streambench.config.RecvWindow;
import io.streambench.config.SolrLine;
import io.streambench.config.Text;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.Role;
import io.streambench.predict.SafeWindowRule;
import io.streambench.report.document.Page;
import io.streambench.strategy.RepairSettings;
import io.streambench.threads.SolrjClient;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The ways out of a hang, by its cause: first what a stock Solr can do, with the exact line to set,
 * then what needs a jar of this project.
 *
 * @param clients those of SolrJ that were seen; empty where that is unknown
 * @param plain whether the whole JVM was seen, and nothing of Solr in it
 * @param compared whether two dumps of threads were given, which need not be asked for
 */
public record CauseAdvice(Set<SolrjClient> clients, boolean plain, boolean compared) {
  private static final Properties TEXTS =
      Page.properties("/io/streambench/report/diagnosis/advice.properties");

  /** Behind the name of a text, where nothing of Solr was seen; such a text can be empty. */
  private static final String PLAIN = ".PLAIN";

  private static final Set<SolrjClient> UNKNOWN =
      Set.of(SolrjClient.JETTY_10, SolrjClient.JETTY_12);

  public CauseAdvice(Set<SolrjClient> clients) {
    this(clients, false, false);
  }

  /**
   * Something to do: a line of a terminal, empty if it needs none, and all with its price.
   *
   * @param restarts whether it is a restart now, and nothing else
   */
  record Way(String line, String detail, boolean restarts) {
    private static final int MOST_LINES = 5;
    private static final Set<String> RESTARTS =
        Set.of("RESTART", "TIMEOUT_ENDS", "PERMITS", "NEW_PERMITS");

    Way(String line, String detail) {
      this(line, detail, false);
    }

    /** The texts of this name in {@code advice.properties}. */
    private static Way named(String name) {
      String line = TEXTS.getProperty(name, "");
      boolean restarts = RESTARTS.contains(name.replaceFirst("\\..*", ""));
      return new Way(line, TEXTS.getProperty(name + ".detail", line), restarts);
    }

    /** What the terminal shows first. */
    static List<String> lines(List<Way> ways) {
      return ways.stream()
          .map(Way::line)
          .filter(line -> !line.isEmpty())
          .distinct()
          .limit(MOST_LINES)
          .toList();
    }

    static List<String> details(List<Way> ways) {
      return ways.stream().map(Way::detail).toList();
    }

    /** The same for a hang that is only possible. */
    Way onceProven() {
      return new Way(
          line.isEmpty() ? "" : "If proven: " + line,
          "Once a second look has shown the hang: " + detail,
          restarts);
    }
  }

  /** A cause by its name, and in a few words. */
  public static String words(StallCause cause) {
    return cause
        + ": "
        + switch (cause) {
          case SESSION_WINDOW -> "unread data of other streams fills the session window";
          case CANCELLED_STREAMS -> "streams that were cancelled hold most of the session window";
          case STREAM_SLOTS -> "all streams that the servers allow are open, and requests wait";
          case CONNECTIONS -> "all connections to a node are in use (HTTP/1.1), and requests wait";
          case DIRECT_MEMORY -> "no direct memory is left for arriving data";
          case EARLY_CLOSE -> "requests wait for headers, as after queries that were closed early";
          case REQUEST_PERMITS -> "Solr's client has given out all of its permits for requests";
          case UNKNOWN -> "no window and no checked resource is used up";
        };
  }

  /** One line for each way out of a hang of a run of ours. */
  public static List<String> of(Verdict verdict) {
    return Way.details(ofRun(verdict));
  }

  private static List<Way> ofRun(Verdict verdict) {
    SolrjClient client =
        Home.solr() == SolrLine.SOLR_10 ? SolrjClient.JETTY_12 : SolrjClient.JETTY_10;
    return new CauseAdvice(Set.of(client))
        .ways(verdict, false).stream().filter(way -> !way.equals(Way.named("RELEASE"))).toList();
  }

  /** What to do first about a run of ours, in a line; HTTP/1.1 comes with its price. */
  public static Optional<String> next(Verdict verdict) {
    List<Way> ways = ofRun(verdict);
    boolean stalled = verdict.finding() == Finding.STALLED;
    return stalled && ways.contains(Way.named("HTTP1"))
        ? Optional.of(TEXTS.getProperty("HTTP1.fix"))
        : Way.lines(ways).stream().findFirst().map(line -> (stalled ? "Fix: " : "Next: ") + line);
  }

  /**
   * The ways out that a source supports: first what a stock Solr has, then windows by the
   * safe-window rule. They have figures only where the receiving end was seen: the receive windows
   * of an end that may not send have no part in its stall.
   *
   * @param moment whether the source is a heap dump of one moment, which a second one decides
   */
  List<Way> of(
      Verdict verdict, Optional<SessionDiagnosis> session, boolean moment, double bufferRatio) {
    List<Way> ways = new ArrayList<>(ways(verdict, moment));
    boolean solr9 =
        !plain
            && verdict.session().filter(CauseAdvice::isOfUploads).isEmpty()
            && (clients.isEmpty() || clients.contains(SolrjClient.JETTY_10));
    if (solr9 && verdict.cause().equals(Optional.of(StallCause.SESSION_WINDOW))) {
      session.ifPresent(
          one -> windows(one, bufferRatio).forEach(window -> ways.add(new Way("", window))));
    }
    return ways;
  }

  List<Way> ways(Verdict verdict, boolean moment) {
    // What a server receives are the bodies of requests: no merge reads them.
    if (verdict.session().filter(CauseAdvice::isOfUploads).isPresent()) {
      return named("UPLOADS", "UPLOADS_CLOSED");
    }
    List<Way> out = verdict.cause().map(this::waysOut).orElse(List.of());
    boolean connections = verdict.cause().equals(Optional.of(StallCause.CONNECTIONS));
    if (verdict.finding() != Finding.POSSIBLE || (moment ? out.isEmpty() : connections)) {
      return out;
    }
    // The message in a log proves that it was used up.
    if (verdict.cause().equals(Optional.of(StallCause.DIRECT_MEMORY))
        && verdict.session().isEmpty()
        && !moment) {
      return out;
    }
    // Cancelled streams have taken the window, and no reader waits on that connection.
    if (verdict.cause().equals(Optional.of(StallCause.CANCELLED_STREAMS))
        && verdict.session().filter(session -> session.starvedStreams().isEmpty()).isPresent()) {
      return named("NEXT_HANGS", "HTTP1", "EARLY", "REPAIR");
    }
    List<Way> ways = new ArrayList<>();
    if (verdict.cause().equals(Optional.of(StallCause.EARLY_CLOSE))) {
      ways.addAll(named("RESETS", "SENDING_NODES"));
    } else if (moment) {
      ways.addAll(named("LOOK_AGAIN", "SENDING_NODES"));
    } else {
      ways.addAll(named(verdict.session().isPresent() && !compared ? "READERS" : "PROOF"));
    }
    (out.isEmpty() ? named("HTTP1", "RESTART") : out).forEach(way -> ways.add(way.onceProven()));
    return ways;
  }

  /** What to do about a message in a log. */
  Way of(LoggedEnd.Kind kind) {
    String line = plain ? TEXTS.getProperty(kind + PLAIN, kind.whatToDo()) : kind.whatToDo();
    return new Way(line, line);
  }

  private static boolean isOfUploads(SessionState session) {
    return session.role() == Role.SERVER && session.receiveWindow() <= 0;
  }

  /**
   * The texts that there are of these names, each in the forms of the clients that were seen; of a
   * JVM without Solr in the form for that, which is empty for what only Solr has.
   */
  private List<Way> named(String... names) {
    return Arrays.stream(names)
        .flatMap(this::forms)
        .filter(name -> TEXTS.containsKey(name) || TEXTS.containsKey(name + ".detail"))
        .map(Way::named)
        .filter(way -> !way.detail().isEmpty())
        .toList();
  }

  private Stream<String> forms(String name) {
    if (plain && TEXTS.containsKey(name + PLAIN)) {
      return Stream.of(name + PLAIN);
    }
    Set<SolrjClient> each = clients.isEmpty() ? UNKNOWN : clients;
    return each.stream()
        .sorted()
        .map(client -> name + "." + client)
        .map(own -> TEXTS.containsKey(own + ".detail") ? own : name)
        .distinct();
  }

  /** The ways out of a hang that is certain, or is looked at by other means. */
  List<Way> waysOut(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW -> named("RELEASE", "HTTP1", "REPAIR", "RESTART");
      case CANCELLED_STREAMS -> named("RESTART", "HTTP1", "EARLY", "REPAIR");
      case STREAM_SLOTS -> named("FEWER_STREAMS", "MORE_STREAMS", "HTTP1_SLOTS");
      case CONNECTIONS -> named("MORE_CONNECTIONS", "FEWER_AT_A_TIME");
      case DIRECT_MEMORY -> named("MORE_MEMORY", "FEWER_BUFFERS");
      case EARLY_CLOSE -> named("HTTP1", "TIMEOUT_ENDS");
      case REQUEST_PERMITS -> named("NEW_PERMITS", "FEWER_REQUESTS");
      case UNKNOWN -> named("SERVERS");
    };
  }

  /** The next step after dumps. */
  Stream<Way> next(NextStep step) {
    boolean unproven = step == NextStep.HTTP1 || step == NextStep.RESTART;
    return named(step.name()).stream().map(way -> unproven ? way.onceProven() : way);
  }

  private static List<String> windows(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().exhausted() || session.state().unreadBytes() == 0) {
      return List.of(
          "For safe windows, analyze a log or a recording of the receiving end: "
              + "./streambench analyze FILE");
    }
    int streams =
        Math.max(session.maxOpenStreams(), session.state().streams().size())
            + session.state().unheardStreams();
    if (streams < 2 || session.streamWindow() <= 0 || session.sessionWindow() <= 0) {
      return List.of();
    }
    SafeWindowRule rule =
        new SafeWindowRule(streams, session.streamWindow(), session.sessionWindow(), bufferRatio);
    // A smaller stream window would be safe, too, but Jetty's server can close its connection.
    return Stream.of(rule.smallestSafeSessionWindow())
        .filter(window -> window >= RecvWindow.MIN_BYTES && window <= RecvWindow.MAX_BYTES)
        .map(
            window ->
                Text.of(
                    "With the jar for Solr 9: -D%s=%s -D%s=%d. No window stalls %d streams then, if the stream window stays and none is closed early. Price: up to %,d bytes of direct memory for each connection; the jar's default limits it.",
                    RepairSettings.KIND_PROPERTY,
                    FlowControlKind.BUFFERING,
                    RepairSettings.SESSION_WINDOW_PROPERTY,
                    window,
                    streams,
                    (streams - 1L) * session.streamWindow()))
        .toList();
  }
}
