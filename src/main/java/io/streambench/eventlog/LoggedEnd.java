package io.streambench.eventlog;

import io.streambench.config.Text;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A known log message of a stall that ends, or of another fault.
 *
 * @param message the first such message, with {@code N} for each number
 * @param numbers numbers of the newest message that has any: milliseconds, bytes or requests
 * @param firstNanos since the epoch; {@link FlowControlEvent#UNKNOWN} if no line has a time
 * @param together the shards that failed with this message, grouped by time
 */
public record LoggedEnd(
    Kind kind,
    String message,
    List<Long> numbers,
    long count,
    long firstNanos,
    long lastNanos,
    List<FailedTogether> together) {
  /** A part of the explanation that is used only if the message has all its numbers. */
  private static final Pattern BRACKETS = Pattern.compile("\\[(.*?)]");

  /** Marks a text as the description of a stack. */
  private static final String STACK = "stack\n";

  /** Whether a message indicates that a reader hung. */
  public enum Meaning {
    /** A stall ends or begins like this, but other faults may, too. */
    HINT,
    /** Many different faults cause it. */
    UNCLEAR,
    /** The message itself proves another fault. */
    OTHER
  }

  /**
   * The known messages. In a message, {@code #} is a number; in the explanation it is the message's
   * last number, and {@code #2} its second. Text in brackets is used only if the message has all
   * its numbers. If an exception contains several messages, the first kind counts. Some kinds are
   * recognized by the stack.
   */
  public enum Kind {
    DIRECT_MEMORY(
        Meaning.HINT,
        "No direct memory was left[: #2 of # bytes were in use]. Readers that wait for data may wait"
            + " forever.",
        "Raise -XX:MaxDirectMemorySize and restart that JVM; send fewer requests at a time.",
        "Cannot reserve # bytes of direct buffer memory (allocated: #, limit: #)",
        "Cannot reserve # bytes of direct buffer memory$",
        "OutOfMemoryError: Direct buffer memory",
        "failed to allocate # byte(s) of direct memory (used: #, max: #)"),
    HEAP(
        Meaning.OTHER,
        "The heap was full, not the direct memory.",
        "Raise -Xmx, or find what fills the heap in a heap dump.",
        "OutOfMemoryError: Java heap space",
        "OutOfMemoryError: GC overhead limit exceeded"),
    STALLED_UPLOAD(
        Meaning.OTHER,
        "The body of a request did not move. This stall affects only answers.",
        "Find out why its receiver did not read, or its sender did not send.",
        STACK + "a timeout with frames of HttpInput or RequestContent"),
    INDEX_FETCH_TIMEOUT(
        Meaning.OTHER,
        "A replica was still fetching an index file after # ms (replication, recovery). Before 9.9,"
            + " Solr then gives up.",
        "Upgrade to Solr 9.9 (SOLR-17711); let fewer replicas recover at a time.",
        STACK + "a total timeout in IndexFetcher"),
    INDEX_SENT(
        Meaning.OTHER,
        "A replica stopped fetching an index from this node (replication, recovery). No query is"
            + " involved.",
        "Look for IndexFetcher in solr.log of the replica that fetches: it has the reason.",
        STACK + "a timeout or reset in ReplicationHandler"),
    INDEX_FETCH(
        Meaning.OTHER,
        "A replica could not fetch an index from its leader (replication, recovery). No query is"
            + " involved.",
        "Look at solr.log of the leader at that time, at the network and at this node's disk.",
        "Index fetch failed",
        "SnapPull failed",
        "Error fetching file",
        "Problem fetching file",
        "Replication for recovery failed"),
    SLOW_REQUEST(
        Meaning.UNCLEAR,
        "A request other than a stream got no answer in time. Usually its search is slow.",
        "Look up its QTime in solr.log of that node; while it runs, take thread dumps there.",
        "Timeout occurred while waiting response from server"),
    RESET_RATE(
        Meaning.OTHER,
        "The server closed a connection: too many RST_STREAM frames per second. With Solr 10.0.0"
            + " requests can then wait forever.",
        "Close fewer queries early (top, a limit), or use HTTP/1.1.",
        "/invalid_rst_stream_frame_rate"),
    WINDOW_UPDATE_RATE(
        Meaning.OTHER,
        "The server closed a connection: too many WINDOW_UPDATE frames per second.",
        "Use a larger stream window, or HTTP/1.1.",
        "/invalid_window_update_frame_rate"),
    NO_HTTP2(
        Meaning.OTHER,
        "Data that is not HTTP/2 arrived, or a frame was too large. The connection was closed.",
        "Compare http and https in the URL; look at what a proxy speaks.",
        "/invalid_frame_length"),
    CANCELLED_BY_ANOTHER(
        Meaning.OTHER,
        "On Jetty 10, the cancellation of another request ended this one (SOLR-17819).",
        "Upgrade to Solr 9.9 or later; close fewer queries early.",
        "cancel_stream_error/unexpected_data_frame"),
    JETTY_9_IDLE(
        Meaning.OTHER,
        "Jetty 9.4 (Solr 8) closed a silent connection. Its client could lose the data of an"
            + " answer (Jetty issue 3605).",
        "Upgrade Solr: Jetty 9.4.19 fixes it.",
        "TimeoutException: idle_timeout"),
    IDLE_TIMEOUT(
        Meaning.HINT,
        "No data of an answer moved for # ms. A stall ends like this, and so does a reader that"
            + " pauses.",
        "Look at solr.log of all nodes: did many shards fail together?",
        "Idle timeout # ms elapsed"),
    HTTP_2_IDLE(
        Meaning.HINT,
        "Over HTTP/2, no data moved for # ms. A stall ends like this, and so does a peer that"
            + " pauses.",
        "Look at the JVM at the other end: did it read at that time?",
        STACK + "an idle timeout with frames of HTTP2Connection"),
    HTTP_1_IDLE(
        Meaning.OTHER,
        "An HTTP/1.1 connection was silent for # ms. It has no window that could fill up.",
        "Raise solr.jetty.http.idleTimeout on the nodes that send, if a merge reads one"
            + " shard that long.",
        "Idle timeout # ms$",
        STACK + "an idle timeout with frames of HttpConnection"),
    UNKNOWN_IDLE(
        Meaning.UNCLEAR,
        "No data moved for # ms. Over HTTP/2 a stall ends like this, but the stack does not show the"
            + " protocol.",
        "Look at the whole stack: HTTP2Connection in it is HTTP/2, HttpConnection is HTTP/1.1.",
        "Idle timeout expired: #/# ms"),
    STREAM_NOT_READ(
        Meaning.HINT,
        "The client of a /stream request did not read its answer for # ms.",
        "Look at that client: take two thread dumps of it, 15 s apart. Does it read?",
        STACK + "an idle timeout with TupleStream.writeMap and HttpOutput"),
    CONNECTION_IDLE(
        Meaning.HINT,
        "A client's connection was silent for # ms. A stall ends like this, and so does a slow"
            + " node.",
        "Upgrade SolrJ 9.9: it never waits longer than 30 s (SOLR-17871).",
        "Idle timeout expired: # ms"),
    TOTAL_TIMEOUT(
        Meaning.HINT,
        "A request took longer than # ms. A stall can end like this, and so can a long query.",
        "Find out when its last tuple came: long before is a stall.",
        "Total timeout # ms elapsed"),
    CANCELLED_BY_SERVER(
        Meaning.HINT,
        "The server ended an answer, usually by its idle timeout. A stall ends like this, and so"
            + " does a reader that pauses.",
        "Look at solr.log of the nodes that send: which shards failed, and after how long?",
        "Exception: cancel_stream_error"),
    CANCELLED_BY_RECEIVER(
        Meaning.HINT,
        "The receiver cancelled an answer. A timeout in a stall does this, and so does a closed"
            + " curl or a limit.",
        "Look at the receiver's log: a timeout there is a hint, a closed query is none.",
        "Reset cancel_stream_error"),
    QUEUE_FULL(
        Meaning.UNCLEAR,
        "# requests wait for one node. It is slow or hangs, or streams are not closed.",
        "Take two thread dumps, 15 s apart, of this JVM and that node.",
        "Max requests queued per destination # exceeded"),
    CONNECTION_LOST(
        Meaning.UNCLEAR,
        "The connection of a request was closed. With Solr 10.0.0, closing queries early can cause"
            + " this; with any version, small stream windows can.",
        "Look for _frame_rate in solr.log of that node, and for a restart.",
        "cancel_stream_error/input_shutdown",
        "RetryableStreamException"),
    FAILED_ON_SERVER(
        Meaning.UNCLEAR,
        "A node failed while it answered. /stream returns this as its last tuple, with HTTP 200.",
        "Look at solr.log of that node, and of those that send to it.",
        "An exception has occurred on the server, refer to server log for details"),
    THREADS_USED_UP(
        Meaning.OTHER,
        "Jetty's thread pool had too few threads.",
        "Take a thread dump: what do its threads do? Then raise maxThreads, if they work.",
        "Insufficient configured threads: required=# < max=#",
        "low on threads"),
    CLOSED(
        Meaning.OTHER,
        "A core, an index or a client was closed while in use.",
        "Look for what closed it: a reload, a restart, a full disk.",
        "AlreadyClosedException");

    private final Meaning meaning;
    private final String words;
    private final String whatToDo;
    private final List<LoggedMessage> messages;

    Kind(Meaning meaning, String words, String whatToDo, String... messages) {
      this.meaning = meaning;
      this.words = words;
      this.whatToDo = whatToDo;
      this.messages = Arrays.stream(messages).map(LoggedMessage::of).toList();
    }

    public Meaning meaning() {
      return meaning;
    }

    /** Returns what to do next, in one line of at most 110 characters. */
    public String whatToDo() {
      return whatToDo;
    }

    /** Returns the explanation in two or three short sentences, with {@code N} for each number. */
    public String words() {
      return BRACKETS.matcher(words).replaceAll("").replace('#', 'N');
    }

    /** Returns the messages as they are logged, with {@code N} for each number. */
    public Stream<String> messages() {
      return messages.stream().map(LoggedMessage::shown).filter(words -> !words.startsWith(STACK));
    }

    /** Describes the stack by which this kind is recognized; empty if its message suffices. */
    public String stack() {
      return messages.stream()
          .map(LoggedMessage::words)
          .filter(words -> words.startsWith(STACK))
          .map(words -> words.substring(STACK.length()))
          .findFirst()
          .orElse("");
    }

    /** Returns the first words of each message. */
    Stream<String> begins() {
      return messages.stream().map(LoggedMessage::begin);
    }

    /** Returns the first such message at or after {@code from}; empty if there is none. */
    Optional<LoggedMessage.Said> saidIn(String text, int from) {
      return messages.stream()
          .map(message -> message.saidIn(text, from))
          .filter(Objects::nonNull)
          .findFirst();
    }

    /** Returns the kind of an exception with this message, given what its stack shows. */
    Kind in(Set<LoggedContext> context) {
      boolean answerNotRead = context.containsAll(LoggedContext.ANSWER_OF_STREAM);
      if (meaning == Meaning.OTHER && this != INDEX_FETCH || this == DIRECT_MEMORY) {
        return this;
      } else if (context.contains(LoggedContext.INDEX_FETCH)) {
        return this == TOTAL_TIMEOUT ? INDEX_FETCH_TIMEOUT : INDEX_FETCH;
      } else if (context.contains(LoggedContext.INDEX_SENT)) {
        return this == INDEX_FETCH ? this : INDEX_SENT;
      } else if (context.contains(LoggedContext.UPLOAD)) {
        return STALLED_UPLOAD;
      }
      return switch (this) {
        case IDLE_TIMEOUT -> answerNotRead ? STREAM_NOT_READ : this;
        case UNKNOWN_IDLE -> answerNotRead ? STREAM_NOT_READ : idle(context);
        default -> this;
      };
    }

    private static Kind idle(Set<LoggedContext> context) {
      boolean http1 = context.contains(LoggedContext.HTTP_1);
      return http1 == context.contains(LoggedContext.HTTP_2)
          ? UNKNOWN_IDLE
          : http1 ? HTTP_1_IDLE : HTTP_2_IDLE;
    }
  }

  /** Returns the last number of the newest message; 0 if it has none. */
  public long amount() {
    return numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
  }

  /** Returns the explanation with the numbers of the newest message that has any. */
  public String words() {
    boolean all = numbers.size() > 2;
    String text = BRACKETS.matcher(kind.words).replaceAll(all ? "$1" : "");
    return all && text.contains("#2")
        ? text.replace("#2", Text.of("%,d", numbers.get(1))).replace("#", Text.of("%,d", amount()))
        : text.replace("#", Text.of("%,d", amount()));
  }

  LoggedEnd plus(List<FailedTogether> failed) {
    return new LoggedEnd(
        kind,
        message,
        numbers,
        count,
        firstNanos,
        lastNanos,
        FailedTogether.merged(together, failed));
  }

  LoggedEnd plus(LoggedEnd other) {
    boolean newer = other.lastNanos > lastNanos;
    boolean oneUnknown = Math.min(firstNanos, other.firstNanos) == FlowControlEvent.UNKNOWN;
    return new LoggedEnd(
        kind,
        message,
        newer && !other.numbers.isEmpty() || numbers.isEmpty() ? other.numbers : numbers,
        count + other.count,
        oneUnknown
            ? Math.max(firstNanos, other.firstNanos)
            : Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos),
        FailedTogether.merged(together, other.together));
  }
}
