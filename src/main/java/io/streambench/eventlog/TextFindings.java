package io.streambench.eventlog;

import io.streambench.eventlog.JettyDumpText.DumpedSession;
import io.streambench.threads.SolrjClient;
import io.streambench.threads.ThreadDump;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The findings of text that is no log of flow control.
 *
 * @param clients those of SolrJ that exceptions and stacks show
 * @param remarks on files that hold nothing
 */
public record TextFindings(
    List<ThreadDump> threads,
    List<DumpedSession> sessions,
    List<StreamRequest> streams,
    Set<SolrjClient> clients,
    List<String> remarks) {
  public static final TextFindings NONE =
      new TextFindings(List.of(), List.of(), List.of(), Set.of(), List.of());

  /** A request of {@code /stream}, logged when it begins, with its expression cut. */
  public record StreamRequest(long timeNanos, String collection, String expression) {
    private static final int MAX_KEPT = 16;

    public boolean concerns(String other) {
      return !other.isEmpty() && (collection.equals(other) || expression.contains(other));
    }

    static List<StreamRequest> newest(List<StreamRequest> some, List<StreamRequest> more) {
      return both(some, more).stream()
          .sorted(Comparator.comparingLong(StreamRequest::timeNanos).reversed())
          .limit(MAX_KEPT)
          .toList();
    }
  }

  public TextFindings {
    threads = List.copyOf(threads);
    sessions = List.copyOf(sessions);
    streams = List.copyOf(streams);
    Set<SolrjClient> all = new HashSet<>(clients);
    threads.forEach(dump -> all.addAll(dump.clients()));
    clients = Set.copyOf(all);
    remarks = List.copyOf(remarks);
  }

  /** The time of the newest dump of threads, since the epoch; empty where none has a time. */
  public OptionalLong newestDumpNanos() {
    return threads.stream()
        .map(ThreadDump::timeNanos)
        .filter(OptionalLong::isPresent)
        .mapToLong(OptionalLong::getAsLong)
        .max();
  }

  TextFindings plus(TextFindings more) {
    return new TextFindings(
        both(threads, more.threads),
        both(sessions, more.sessions),
        StreamRequest.newest(streams, more.streams),
        Set.copyOf(both(List.copyOf(clients), List.copyOf(more.clients))),
        both(remarks, more.remarks));
  }

  private static <T> List<T> both(List<T> first, List<T> second) {
    return Stream.concat(first.stream(), second.stream()).toList();
  }
}
