package io.streambench.report.diagnosis;

import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;

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

  private static final String HTTP1 =
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
          "-Dsolr.http1=true");

  private static final String REPAIR =
      "Or install the repair (docs/repair.md) with its default strategy, "
          + "budget. It is the jar of this project. A stock Solr 9.10.1 has no "
          + "setting for a window or a strategy.";

  private static final String RESTART =
      "To end a hang now: first set HTTP/1.1, or it can hang again. Then restart the node or program"
          + " whose client hangs: only a new connection has the whole window. Without a restart: stop all stream queries of"
          + " that JVM for more than two minutes. The other nodes then close its connections, if"
          + " no other request uses them.";

  private static final String NEXT_HANGS =
      "Nothing hangs now, but the next large answer on this connection can. Stop the stream queries"
          + " of this JVM for more than two minutes: the other nodes then close the connection, if no"
          + " other request uses it. Or restart this JVM when it suits.";

  private static final String SENDERS =
      "Take two thread dumps, 15 s apart, of each node that should send, and analyze them: the answer"
          + " counts the threads that send, and those of them that were blocked. Add up all nodes. If"
          + " all were blocked: a window is full, or a reader pauses. If some were, other queries run:"
          + " look at the same names again. If none was, a shard still searches, or the request never"
          + " arrived. If that lasts, send the query again through another node, unless it writes.";

  private static final String PROVE =
      "To prove it needs a heap dump: the JVM stands still, for 3 to 8 s per GB of heap in use. Not on"
          + " a Solr node with more than 2 GB in use. Elsewhere, while a query hangs: ./streambench"
          + " attach PID. Or, as the user of that JVM: jcmd PID GC.heap_dump FILE && ./streambench"
          + " analyze FILE. FILE must be new, in a folder with room, and not below /tmp or /var/tmp,"
          + " which systemd can hide.";

  private static final String AGAIN =
      "Take another thread dump ten seconds later or more: jstack PID > "
          + "two.txt; ./streambench analyze one.txt two.txt. If that thread did "
          + "not run in between, it got no data. A full session window causes "
          + "this, and so do other faults (docs/symptoms.md).";

  private static final String LOOK_AGAIN =
      "Restart nothing yet: no hang is proven. If the query is still silent, take two thread dumps"
          + " 15 s apart (jstack PID), which stop nothing for long, and analyze them. Then run"
          + " ./streambench attach PID, or dump the heap once more. Price: the latter two stop the"
          + " JVM.";

  private static final String ONCE_PROVEN = "Once a second look has shown the hang: ";

  private static final String EARLY =
      "Look for queries that are closed early (top, a limit, an error). The "
          + "unread bytes of each one stay missing from the session window until "
          + "the connection closes.";

  private static final List<String> NEXT = List.of(NEXT_HANGS, HTTP1, EARLY, REPAIR);

  private CauseAdvice() {}

  /** One line for each way out, the first that helps first; empty where nothing is advised. */
  public static List<String> of(Verdict verdict) {
    if (verdict.finding() != Finding.POSSIBLE) {
      return verdict.cause().map(CauseAdvice::waysOut).orElse(List.of());
    }
    if (onlyTheNextHangs(verdict)) {
      return NEXT;
    }
    List<String> ways = new ArrayList<>();
    verdict.session().ifPresent(session -> ways.addAll(toLookFor(session)));
    if (verdict.cause().isEmpty()) {
      ways.addAll(List.of(AGAIN, SENDERS));
    }
    if (verdict.session().isEmpty()) {
      ways.add(PROVE);
    }
    verdict.cause().map(CauseAdvice::waysOut).orElse(List.of(HTTP1, RESTART)).stream()
        .map(way -> ONCE_PROVEN + way)
        .forEach(ways::add);
    return ways;
  }

  /** Cancelled streams have taken the window, and no reader waits on that connection. */
  private static boolean onlyTheNextHangs(Verdict verdict) {
    return verdict.cause().filter(StallCause.CANCELLED_STREAMS::equals).isPresent()
        && verdict.session().filter(session -> session.starvedStreams().isEmpty()).isPresent();
  }

  /** One line for each way out of a hang that is certain, or is looked at by other means. */
  static List<String> waysOut(StallCause cause) {
    return switch (cause) {
      case SESSION_WINDOW -> List.of(HTTP1, REPAIR, RESTART);
      case CANCELLED_STREAMS -> List.of(RESTART, HTTP1, EARLY, REPAIR);
      case STREAM_SLOTS ->
          List.of(
              "Run fewer queries at a time, or queries of fewer shards: each open stream holds"
                  + " a slot until it ends. No flow-control strategy helps.",
              "Or raise the limit of the nodes. Solr's jetty-http.xml has no property for it: add <Set"
                  + " name=\"maxConcurrentStreams\">1024</Set> to HTTP2CServerConnectionFactory"
                  + " in server/etc/jetty-http.xml, inside its <New> after the last <Arg>. With TLS it"
                  + " is HTTP2ServerConnectionFactory in jetty-https.xml, which may have a line for it"
                  + " already. An upgrade of Solr undoes it. "
                  + ONE_AT_A_TIME
                  + " Jetty's default is 128. Price:"
                  + " memory for more unread streams. More streams then share one session"
                  + " window: run predict again with --streams-per-connection 1024.",
              HTTP1);
      case DIRECT_MEMORY ->
          List.of(
              Text.of(
                  "Give it more direct memory than now: set "
                      + SOLR_OPTS
                      + " (a program: among the options of its JVM), if the machine or container has that much"
                      + " in addition to the heap. SIZE must be more than the limit in the log's"
                      + " message; without this option the limit is the maximum heap (-Xmx). Then restart"
                      + " the process: readers that could not get a buffer do not recover.",
                  "-XX:MaxDirectMemorySize=SIZE"),
              "Run fewer queries at a time: unread data lies in direct buffers of 16 KiB.",
              Text.of(
                  "With the repair: "
                      + SOLR_OPTS
                      + " limits what unread data takes (docs/repair.md; a stock Solr 9.10.1 has"
                      + " no setting for it).",
                  "-D" + RepairSettings.KIND_PROPERTY + "=" + FlowControlKind.BUDGET));
      case REQUEST_PERMITS ->
          List.of(
              "Restart the node or the program whose client hangs: permits that are lost do not"
                  + " come back (SOLR-18174).",
              "Send fewer requests at a time through one client. The limit of 1,000 is fixed in"
                  + " Http2SolrClient of Solr 9.10.1; no property changes it.");
      case UNKNOWN ->
          List.of(
              "Look at the servers: the client still has window and resources. A "
                  + "thread dump of each node (jstack PID) shows what it does.");
    };
  }

  /** The same for what a heap dump shows of one moment, which a second one decides. */
  static List<String> ofMoment(Verdict verdict) {
    if (verdict.finding() != Finding.POSSIBLE || onlyTheNextHangs(verdict)) {
      return of(verdict);
    }
    List<String> ways = new ArrayList<>(List.of(LOOK_AGAIN, SENDERS));
    verdict.cause().map(CauseAdvice::waysOut).orElse(List.of()).stream()
        .map(way -> ONCE_PROVEN + way)
        .forEach(ways::add);
    return ways;
  }

  private static List<String> toLookFor(SessionState session) {
    String thread =
        Text.of(
            "Take two thread dumps (jstack), 15 seconds apart, and give both to ./streambench analyze."
                + " If a thread waits in InputStreamResponseListener and did not run in between, that"
                + " reader got no data. Session %s to %s has no window left for it.",
            session.id(), session.remote());
    return session.streams().isEmpty()
        ? List.of(thread)
        : List.of(
            thread,
            Text.of(
                "Look for state=[streams=N in later lines of session %s. If N is larger than the number"
                    + " of streams found here (%,d), a stream is waiting that has no line in the log.",
                session.id(), session.streams().size()));
  }
}
