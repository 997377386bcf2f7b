package io.streambench.eventlog;

import io.streambench.config.Text;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A known message in a log, of a stall that ends or of another fault.
 *
 * @param amount the number in its newest message: milliseconds, or requests; 0 where it has none
 * @param firstNanos since the epoch; {@link FlowControlEvent#UNKNOWN} if no line has a time
 * @param together the shards that failed with it, by time
 */
public record LoggedEnd(
    Kind kind,
    long amount,
    long count,
    long firstNanos,
    long lastNanos,
    List<FailedTogether> together) {
  /** The meaning of a message for the question whether a reader hung. */
  public enum Meaning {
    /** A stall ends or begins like this, and something else may, too. */
    HINT,
    /** Many faults leave it. */
    UNCLEAR,
    /** Another fault, which the message itself proves. */
    OTHER
  }

  /** The known messages, {@code #} being a number. Of several in one exception the first counts. */
  public enum Kind {
    STALLED_UPLOAD(
        Meaning.OTHER,
        "The body of a request did not move. This stall is of answers only.",
        "Find out why its receiver did not read, or its sender did not send."),
    SLOW_REQUEST(
        Meaning.UNCLEAR,
        "A request that is no stream got no answer in time. Mostly its search is slow.",
        "Look up its QTime in solr.log of that node; while it runs, take thread dumps there.",
        "Timeout occurred while waiting response from server"),
    RESET_RATE(
        Meaning.OTHER,
        "The server closed a connection: too many RST_STREAM frames per second. With Solr 10"
            + " requests can then wait for ever.",
        "Close fewer queries early (top, a limit), or use HTTP/1.1.",
        "/invalid_rst_stream_frame_rate"),
    WINDOW_UPDATE_RATE(
        Meaning.OTHER,
        "The server closed a connection: too many WINDOW_UPDATE frames per second.",
        "Use a larger stream window, or HTTP/1.1.",
        "/invalid_window_update_frame_rate"),
    NO_HTTP2(
        Meaning.OTHER,
        "Something that is no HTTP/2 came, or too large a frame. The connection was closed.",
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
        "Upgrade Solr: Jetty 9.4.19 mends it.",
        "TimeoutException: idle_timeout"),
    HTTP_1_IDLE(
        Meaning.OTHER,
        "An HTTP/1.1 connection was silent for # ms. It has no window that could be full.",
        "Raise solr.jetty.http.idleTimeout on the nodes that send, if a merge reads one"
            + " shard that long.",
        "Idle timeout expired: #/# ms"),
    IDLE_TIMEOUT(
        Meaning.HINT,
        "An answer did not move for # ms. A stall ends like this; so does a reader that"
            + " pauses.",
        "Look at solr.log of all nodes: did many shards fail together?",
        "Idle timeout # ms elapsed"),
    CONNECTION_IDLE(
        Meaning.HINT,
        "A client's connection was silent for # ms. A stall ends like this; so does a slow"
            + " node.",
        "Upgrade SolrJ 9.9: it never waits longer than 30 s (SOLR-17871).",
        "Idle timeout expired: # ms"),
    TOTAL_TIMEOUT(
        Meaning.HINT,
        "A request took longer than # ms. A stall can end like this; so does a long query.",
        "Find out when its last tuple came: long before is a stall.",
        "Total timeout # ms elapsed"),
    DIRECT_MEMORY(
        Meaning.HINT,
        "No direct memory was left for received data. Its reader may wait forever.",
        "Raise -XX:MaxDirectMemorySize and restart that JVM; run fewer queries at a time.",
        "Cannot reserve # bytes of direct buffer memory",
        "OutOfMemoryError: Direct buffer memory"),
    CANCELLED_BY_SERVER(
        Meaning.HINT,
        "The server ended an answer, mostly by its idle timeout. A stall ends like this; so"
            + " does a reader that pauses.",
        "Look at solr.log of the nodes that send: which shards failed, and after how long?",
        "Exception: cancel_stream_error"),
    CANCELLED_BY_RECEIVER(
        Meaning.HINT,
        "The receiver cancelled an answer. Its timeout in a stall does that; so does a"
            + " closed curl or a limit.",
        "Look at the receiver's log: a timeout there is a hint, a closed query is none.",
        "Reset cancel_stream_error"),
    QUEUE_FULL(
        Meaning.UNCLEAR,
        "# requests wait for one node. It is slow, it hangs, or streams are not closed.",
        "Take two thread dumps, 15 s apart, of this JVM and that node.",
        "Max requests queued per destination # exceeded"),
    CONNECTION_LOST(
        Meaning.UNCLEAR,
        "The connection of a request was closed. Queries that are closed early do this with"
            + " Solr 10, small stream windows with any.",
        "Look for _frame_rate in solr.log of that node, and for a restart.",
        "cancel_stream_error/input_shutdown",
        "RetryableStreamException"),
    FAILED_ON_SERVER(
        Meaning.UNCLEAR,
        "A node failed while it answered. /stream gives this as last tuple, with HTTP 200.",
        "Look at solr.log of that node, and of those that send to it.",
        "An exception has occurred on the server, refer to server log for details"),
    CLOSED(
        Meaning.OTHER,
        "A core, an index or a client was closed while in use.",
        "Look for what closed it: a reload, a restart, a full disk.",
        "AlreadyClosedException");

    private final Meaning meaning;
    private final String words;
    private final String whatToDo;
    private final List<Message> messages;

    Kind(Meaning meaning, String words, String whatToDo, String... messages) {
      this.meaning = meaning;
      this.words = words;
      this.whatToDo = whatToDo;
      this.messages = Arrays.stream(messages).map(Message::new).toList();
    }

    public Meaning meaning() {
      return meaning;
    }

    /** One line on what to do next, of at most 110 characters. */
    public String whatToDo() {
      return whatToDo;
    }

    /** The explanation in two or three short sentences, with {@code N} for a number. */
    public String words() {
      return words.replace('#', 'N');
    }

    /** The messages as they are logged, with {@code N} for a number. */
    public Stream<String> messages() {
      return messages.stream().map(message -> message.words.replace('#', 'N'));
    }

    /** The words that its messages begin with. */
    Stream<String> begins() {
      return messages.stream().map(Message::begin);
    }

    /** The number in the first such message of a text, 0 if it has none; -1 if none is there. */
    long amountIn(String text) {
      return messages.stream()
          .mapToLong(message -> message.amountIn(text))
          .filter(amount -> amount >= 0)
          .findFirst()
          .orElse(-1);
    }
  }

  /** A message; {@code begin} is what it has before its first number, a {@code #}. */
  private record Message(String words, String begin, Pattern pattern) {
    Message(String words) {
      this(
          words,
          words.replaceFirst("#.*", ""),
          Pattern.compile(Pattern.quote(words).replace("#", "\\E(\\d{1,18}+)\\Q") + "(?![\\w/])"));
    }

    private long amountIn(String text) {
      int from = text.indexOf(begin);
      Matcher found = from < 0 ? null : pattern.matcher(text);
      if (found == null || !found.find(from)) {
        return -1;
      }
      return found.groupCount() == 0 ? 0 : Long.parseLong(found.group(found.groupCount()));
    }
  }

  public String words() {
    return kind.words.replace("#", Text.of("%,d", amount));
  }

  LoggedEnd plus(LoggedEnd other) {
    boolean newer = other.lastNanos > lastNanos;
    boolean oneUnknown = Math.min(firstNanos, other.firstNanos) == FlowControlEvent.UNKNOWN;
    return new LoggedEnd(
        kind,
        newer ? other.amount : amount,
        count + other.count,
        oneUnknown
            ? Math.max(firstNanos, other.firstNanos)
            : Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos),
        FailedTogether.merged(together, other.together));
  }
}
