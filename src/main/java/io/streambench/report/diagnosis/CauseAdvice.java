package io.streambench.report.diagnosis;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.SafeWindowRule;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The ways out of a hang, by its cause: first what a stock Solr 9.10.1 can do, with the exact line
 * to set, then what needs the jar of this project.
 */
public final class CauseAdvice {
  private static final String SOLR_OPTS = "SOLR_OPTS=\"$SOLR_OPTS %s\" in solr.in.sh";

  /** The instruction to restart one node at a time, which keeps the cluster up. */
  private static final String ONE_AT_A_TIME =
      "Restart one node at a time, and wait until its replicas are active: a shard that has only"
          + " one replica is offline meanwhile.";

  private static final Way HTTP1 =
      new Way(
          "Prevent it: HTTP/1.1 on each JVM that merges: -Dsolr.http1=true (a node: SOLR_OPTS).",
          Text.of(
              "Use HTTP/1.1: set "
                  + SOLR_OPTS
                  + " on every node that merges. "
                  + ONE_AT_A_TIME
                  + " The node then sends all its requests over HTTP/1.1. A client outside Solr: add"
                  + " -Dsolr.http1=true to the options of its JVM (before -jar)."
                  + " To undo it, remove the line and restart."
                  + " Price: one connection for each stream. A client outside Solr has 64 connections"
                  + " to a node unless its builder sets withMaxConnectionsPerHost(N). Set N to the"
                  + " number of streams.",
              "-Dsolr.http1=true"));

  private static final Way REPAIR =
      new Way(
          "",
          "To keep HTTP/2: the repair (docs/repair.md), the jar of this project. A stock Solr 9.10.1"
              + " has no setting for a window or a strategy.");

  private static final Way RESTART =
      new Way(
          "End it: set HTTP/1.1, then restart the JVM that merges; one node at a time.",
          "To end a hang now: first set HTTP/1.1, or it can hang again. Then restart the node or program"
              + " whose client hangs: only a new connection has the whole window. Without a restart: stop all stream queries of"
              + " that JVM for more than two minutes. The other nodes then close its connections, if"
              + " no other request uses them.");

  private static final Way NEXT_HANGS =
      new Way(
          "Nothing hangs now; the next large answer can. Restart this JVM when it suits.",
          "Nothing hangs now, but the next large answer on this connection can. Stop the stream queries"
              + " of this JVM for more than two minutes: the other nodes then close the connection, if no"
              + " other request uses it. Or restart this JVM when it suits.");

  private static final Way SENDERS =
      new Way(
          "Take two dumps, 15 s apart, of each node that sends; analyze all files together: it adds up.",
          "Take two thread dumps, 15 s apart, of each node that should send, and analyze them: the answer"
              + " counts the threads that send, and those of them that were blocked. Add up all nodes. If"
              + " all were blocked: a window is full, or a reader pauses. If some were, other queries run:"
              + " look at the same names again. If none was, a shard still searches, or the request never"
              + " arrived. If that lasts, send the query again through another node, unless it writes.");

  private static final Way PROVE =
      new Way(
          "Prove it: ./streambench attach PID (stops it 3 to 8 s per GB; no node above 2 GB in use).",
          "To prove it needs a heap dump: the JVM stands still, for 3 to 8 s per GB of heap in use. Not on"
              + " a Solr node with more than 2 GB in use. Elsewhere, while a query hangs: ./streambench"
              + " attach PID. Or, as the user of that JVM: jcmd PID GC.heap_dump FILE && ./streambench"
              + " analyze FILE. FILE must be new, in a folder with room, and not below /tmp or /var/tmp,"
              + " which systemd can hide.");

  private static final Way AGAIN =
      new Way(
          "Take one more dump, 15 s later (jstack PID > two.txt), and analyze all files together.",
          "Take another thread dump ten seconds later or more: jstack PID > "
              + "two.txt; ./streambench analyze one.txt two.txt. If that thread did "
              + "not run in between, it got no data. A full session window causes "
              + "this, and so do other faults (docs/symptoms.md).");

  private static final Way LOOK_AGAIN =
      new Way(
          "Restart nothing yet: take two thread dumps (jstack PID), 15 s apart, and analyze them.",
          "Restart nothing yet: no hang is proven. If the query is still silent, take two thread dumps"
              + " 15 s apart (jstack PID), which stop nothing for long, and analyze them. Then run"
              + " ./streambench attach PID, or dump the heap once more. Price: the latter two stop the"
              + " JVM.");

  private static final String ONCE_PROVEN = "Once a second look has shown the hang: ";

  private static final Way EARLY =
      new Way(
          "Look for queries closed early (top, a limit, an error): each takes window with it.",
          "Look for queries that are closed early (top, a limit, an error). The "
              + "unread bytes of each one stay missing from the session window until "
              + "the connection closes.");

  private CauseAdvice() {}

  /**
   * Something to do.
   *
   * @param line in one line of a terminal; empty where only the whole advice has it
   * @param detail the whole of it, with its price
   */
  record Way(String line, String detail) {
    private static final int MOST_LINES = 5;

    /** A way that needs no more words than its line. */
    static Way of(String line) {
      return new Way(line, line);
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
      return new Way(line.isEmpty() ? "" : "If proven: " + line, ONCE_PROVEN + detail);
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
          case DIRECT_MEMORY -> "no direct memory is left for arriving data";
          case REQUEST_PERMITS -> "Solr's client has given out all of its permits for requests";
          case UNKNOWN -> "no window and no checked resource is used up";
        };
  }

  /** One line for each way out, the first that helps first; empty where nothing is advised. */
  public static List<String> of(Verdict verdict) {
    return Way.details(ways(verdict));
  }

  /**
   * The ways out that a source supports: first what a stock Solr has, then windows by the
   * safe-window rule. They have figures only where the receiving end was seen: the receive windows
   * of an end that may not send have no part in its stall.
   *
   * @param session the one that the verdict is about
   * @param moment whether the source is a heap dump of one moment, which a second one decides
   * @param bufferRatio of Jetty's strategy
   */
  static List<Way> of(
      Verdict verdict, Optional<SessionDiagnosis> session, boolean moment, double bufferRatio) {
    List<Way> ways = new ArrayList<>(moment ? ofMoment(verdict) : ways(verdict));
    if (verdict.cause().equals(Optional.of(StallCause.SESSION_WINDOW))) {
      session.ifPresent(
          one -> windows(one, bufferRatio).forEach(window -> ways.add(new Way("", window))));
    }
    return ways;
  }

  static List<Way> ways(Verdict verdict) {
    if (verdict.finding() != Finding.POSSIBLE) {
      return verdict.cause().map(CauseAdvice::waysOut).orElse(List.of());
    }
    if (onlyTheNextHangs(verdict)) {
      return List.of(NEXT_HANGS, HTTP1, EARLY, REPAIR);
    }
    List<Way> ways = new ArrayList<>();
    verdict
        .session()
        .ifPresentOrElse(session -> ways.addAll(toLookFor(session)), () -> ways.add(PROVE));
    verdict.cause().map(CauseAdvice::waysOut).orElse(List.of(HTTP1, RESTART)).stream()
        .map(Way::onceProven)
        .forEach(ways::add);
    return ways;
  }

  private static List<Way> ofMoment(Verdict verdict) {
    if (verdict.cause().isEmpty()) {
      return List.of();
    }
    if (verdict.finding() != Finding.POSSIBLE || onlyTheNextHangs(verdict)) {
      return ways(verdict);
    }
    List<Way> ways = new ArrayList<>(List.of(LOOK_AGAIN, SENDERS));
    waysOut(verdict.cause().get()).stream().map(Way::onceProven).forEach(ways::add);
    return ways;
  }

  /** Cancelled streams have taken the window, and no reader waits on that connection. */
  private static boolean onlyTheNextHangs(Verdict verdict) {
    return verdict.cause().filter(StallCause.CANCELLED_STREAMS::equals).isPresent()
        && verdict.session().filter(session -> session.starvedStreams().isEmpty()).isPresent();
  }

  /** One line for each way out of a hang that is certain, or is looked at by other means. */
  static List<Way> waysOut(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW -> List.of(HTTP1, REPAIR, RESTART);
      case CANCELLED_STREAMS -> List.of(RESTART, HTTP1, EARLY, REPAIR);
      case STREAM_SLOTS ->
          List.of(
              new Way(
                  "Run fewer queries at a time, or of fewer shards: each open stream holds a slot.",
                  "Run fewer queries at a time, or queries of fewer shards: each open stream holds"
                      + " a slot until it ends. No flow-control strategy helps."),
              new Way(
                  "Or raise maxConcurrentStreams of the nodes (--explain says where).",
                  "Or raise the limit of the nodes. Solr's jetty-http.xml has no property for it: add"
                      + " <Set name=\"maxConcurrentStreams\">1024</Set> to"
                      + " HTTP2CServerConnectionFactory in server/etc/jetty-http.xml, inside its <New>"
                      + " after the last <Arg>. With TLS it is HTTP2ServerConnectionFactory in"
                      + " jetty-https.xml, which may have a line for it already. An upgrade of Solr"
                      + " undoes it. "
                      + ONE_AT_A_TIME
                      + " Jetty's default is 128. Price: memory for more unread streams. More streams"
                      + " then share one session window: run predict again with"
                      + " --streams-per-connection 1024."),
              HTTP1);
      case DIRECT_MEMORY ->
          List.of(
              new Way(
                  "Give it more direct memory (-XX:MaxDirectMemorySize=SIZE), then restart it.",
                  Text.of(
                      "Give it more direct memory than now: set "
                          + SOLR_OPTS
                          + " (a program: among the options of its JVM), if the machine or container"
                          + " has that much in addition to the heap. SIZE must be more than the limit"
                          + " in the log's message; without this option the limit is the maximum heap"
                          + " (-Xmx). Then restart the process: readers that could not get a buffer do"
                          + " not recover.",
                      "-XX:MaxDirectMemorySize=SIZE")),
              Way.of("Run fewer queries at a time: unread data lies in direct buffers of 16 KiB."));
      case REQUEST_PERMITS ->
          List.of(
              new Way(
                  "Restart the JVM whose client hangs: lost permits do not come back (SOLR-18174).",
                  "Restart the node or the program whose client hangs: permits that are lost do not"
                      + " come back (SOLR-18174)."),
              new Way(
                  "Then send fewer requests at a time through one client: 1,000 are its limit.",
                  "Send fewer requests at a time through one client. The limit of 1,000 is fixed in"
                      + " Http2SolrClient of Solr 9.10.1; no property changes it."));
      case UNKNOWN ->
          List.of(
              new Way(
                  "Look at the servers, by thread dumps: this client has window and resources left.",
                  "Look at the servers: the client still has window and resources. A "
                      + "thread dump of each node (jstack PID) shows what it does."));
    };
  }

  private static List<Way> toLookFor(SessionState session) {
    Way thread =
        new Way(
            "Take two thread dumps (jstack PID), 15 s apart: they show whether a reader waits.",
            Text.of(
                "Take two thread dumps (jstack), 15 seconds apart, and give both to ./streambench"
                    + " analyze. If a thread waits in InputStreamResponseListener and did not run in"
                    + " between, that reader got no data. Session %s to %s has no window left for it.",
                session.id(), session.remote()));
    return session.streams().isEmpty()
        ? List.of(thread)
        : List.of(
            thread,
            new Way(
                "",
                Text.of(
                    "Look for state=[streams=N in later lines of session %s. If N is larger than the"
                        + " number of streams found here (%,d), a stream is waiting that has no line in"
                        + " the log.",
                    session.id(), session.streams().size())));
  }

  /** The next step after dumps. */
  static Way next(NextStep step) {
    return switch (step) {
      case SECOND_DUMP -> AGAIN;
      case DUMPS_FURTHER_APART ->
          Way.of("Take two more dumps, 15 s apart: these cannot be compared.");
      case DUMPS_WITH_CPU ->
          new Way(
              "Take dumps with processor times: curl 'NODE/solr/admin/info/threads?wt=json', twice.",
              "Take dumps with processor times, twice, 15 s apart. A node serves them in any version of"
                  + " Java: curl 'http://NODE:8983/solr/admin/info/threads?wt=json' > one.json. jstack"
                  + " writes them (cpu=) from Java 11 on.");
      case VIRTUAL_THREADS ->
          new Way(
              "See virtual threads too: jcmd PID Thread.dump_to_file -format=json /path/FILE",
              "jstack and Thread.print leave virtual threads out. As the user of that JVM: jcmd PID"
                  + " Thread.dump_to_file -format=json /path/FILE. Then analyze FILE.");
      case WHOLE_DUMP ->
          Way.of("Analyze a whole dump: jstack PID > FILE. This text may be a part.");
      case SENDING_NODES -> SENDERS;
      case RECEIVERS ->
          Way.of("Take two dumps of the JVMs that read from this one: what it sends is not read.");
      case MERGING_JVM ->
          new Way(
              "A silent query: take two dumps of the JVM that merges it (docs/symptoms.md).",
              "If a query is silent, find the JVM that merges it: the node that received /stream, or"
                  + " your program if it compiles the expression itself (docs/symptoms.md, who merges)."
                  + " Take two thread dumps of it, 15 s apart.");
      case RECEIVER_OF_SESSION ->
          Way.of("Look at the JVM at the other end of that session: two dumps, 15 s apart.");
      case PERMITS ->
          new Way(
              "Restart this JVM: lost permits do not come back (SOLR-18174). Then send fewer at a time.",
              String.join(" ", Way.details(waysOut(StallCause.REQUEST_PERMITS))));
      case SHARD_THAT_IS_AWAITED ->
          Way.of(
              "Look at the node that was asked: is the search running there, or did it not arrive?");
      case PROOF -> PROVE;
      case HTTP1 -> HTTP1.onceProven();
      case RESTART -> RESTART.onceProven();
    };
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
    return Stream.of(
            withJar(
                RepairSettings.STREAM_WINDOW_PROPERTY,
                rule.largestSafeStreamWindow(),
                Text.of(
                    "%d streams with a session window of %,d bytes",
                    streams, session.sessionWindow())),
            withJar(
                RepairSettings.SESSION_WINDOW_PROPERTY,
                rule.smallestSafeSessionWindow(),
                Text.of(
                    "%d streams with a window of %,d bytes each", streams, session.streamWindow())))
        .flatMap(Optional::stream)
        .toList();
  }

  /** Windows are a way out for Jetty's strategy, if the repair accepts them; its own needs none. */
  private static Optional<String> withJar(String property, long window, String safeFor) {
    return window < RecvWindow.MIN_BYTES || window > RecvWindow.MAX_BYTES
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "With that jar: -D%s=%s -D%s=%d. This is safe for %s.",
                RepairSettings.KIND_PROPERTY,
                FlowControlKind.BUFFERING,
                property,
                window,
                safeFor));
  }
}
