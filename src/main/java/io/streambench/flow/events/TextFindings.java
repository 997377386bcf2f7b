package io.streambench.flow.events;

import io.streambench.flow.events.JettyDumpParser.DumpedPool;
import io.streambench.flow.events.JettyDumpParser.DumpedSession;
import io.streambench.flow.threads.JvmFindings.JvmTrait;
import io.streambench.flow.threads.SolrjClient;
import io.streambench.flow.threads.ThreadDump;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Findings from text other than flow-control lines.
 *
 * @param clients the SolrJ clients that exceptions and stacks show
 * @param contexts the contexts of the known messages
 * @param remarks the report's remarks about files that were not read or had no findings
 */
public record TextFindings(
    List<ThreadDump> threadDumps,
    List<DumpedSession> sessions,
    List<DumpedPool> pools,
    List<StreamRequest> streamRequests,
    Set<SolrjClient> clients,
    Set<LoggedContext> contexts,
    List<String> remarks) {
  public static final TextFindings NONE = of(List.of(), List.of());

  static TextFindings of(List<ThreadDump> threads, List<String> remarks) {
    return new TextFindings(threads, List.of(), List.of(), List.of(), Set.of(), Set.of(), remarks);
  }

  /** A {@code /stream} request, with the time of its start. A long expression is truncated. */
  public record StreamRequest(long timeNanos, String collection, String expression) {
    private static final int MAX_REQUESTS = 16;

    public boolean mayUseCollection(String name) {
      return !name.isEmpty() && (collection.equals(name) || expression.contains(name));
    }

    static List<StreamRequest> newest(List<StreamRequest> first, List<StreamRequest> second) {
      return union(first, second).stream()
          .sorted(Comparator.comparingLong(StreamRequest::timeNanos).reversed())
          .limit(MAX_REQUESTS)
          .toList();
    }
  }

  public TextFindings {
    threadDumps = List.copyOf(threadDumps);
    sessions = List.copyOf(sessions);
    pools = List.copyOf(pools);
    contexts = Set.copyOf(contexts);
    streamRequests = List.copyOf(streamRequests);
    Set<SolrjClient> all = new HashSet<>(clients);
    threadDumps.forEach(dump -> all.addAll(dump.clients()));
    clients = Set.copyOf(all);
    remarks = List.copyOf(remarks);
  }

  /** Returns whether the text shows threads, frames or Jetty, but not Solr. */
  public boolean lacksSolr() {
    boolean hasSolr =
        contexts.contains(LoggedContext.SOLR)
            || !streamRequests.isEmpty()
            || threadDumps.stream()
                .anyMatch(dump -> dump.jvmFindings().traits().contains(JvmTrait.SOLR));
    return !hasSolr
        && (contexts.contains(LoggedContext.JETTY)
            || contexts.contains(LoggedContext.FRAME)
            || !threadDumps.isEmpty());
  }

  /** Returns the time of the newest thread dump, since the epoch; empty if none has a time. */
  public OptionalLong newestDumpNanos() {
    return threadDumps.stream()
        .map(ThreadDump::timeNanos)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .max();
  }

  TextFindings plus(TextFindings other) {
    return new TextFindings(
        union(threadDumps, other.threadDumps),
        union(sessions, other.sessions),
        union(pools, other.pools),
        StreamRequest.newest(streamRequests, other.streamRequests),
        union(clients, other.clients),
        union(contexts, other.contexts),
        union(remarks, other.remarks));
  }

  private static <T> Set<T> union(Set<T> first, Set<T> second) {
    Set<T> all = new HashSet<>(first);
    all.addAll(second);
    return all;
  }

  private static <T> List<T> union(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
