package io.streambench.flow.events;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A known log message that indicates a stall or another fault.
 *
 * @param message the first message of this kind, with {@code N} for each number
 * @param numbers numbers in the newest message with numbers, or of the longest pause: milliseconds,
 *     bytes or requests
 * @param firstNanos time of the first message, since the epoch; for a pause, its start; {@link
 *     FlowControlEvent#UNKNOWN} if no line has a time
 * @param failures failures of shards with a message of this kind, grouped by time
 */
public record LoggedFault(
    Kind kind,
    String message,
    List<Long> numbers,
    long occurrenceCount,
    long firstNanos,
    long lastNanos,
    List<SimultaneousFailures> failures) {
  /** Whether a message indicates that a reader hung. */
  public enum Meaning {
    /** The message may be caused by a stall or by another fault. */
    HINT,
    /** The message may be caused by many different faults. */
    UNCLEAR,
    /** The message itself proves a fault that is not a stall. */
    OTHER
  }

  /**
   * The kinds of known messages. In a message, {@code #} stands for a number. If an exception
   * contains messages of several kinds, the first of these kinds is used. The first text of a kind
   * is empty, or describes the stack that identifies the kind.
   */
  public enum Kind {
    DIRECT_MEMORY(
        Meaning.HINT,
        "",
        "Cannot reserve # bytes of direct buffer memory (allocated: #, limit: #)",
        "Cannot reserve # bytes of direct buffer memory$",
        "OutOfMemoryError: Direct buffer memory",
        "failed to allocate # byte(s) of direct memory (used: #, max: #)"),
    HEAP(
        Meaning.OTHER,
        "",
        "OutOfMemoryError: Java heap space",
        "OutOfMemoryError: GC overhead limit exceeded"),
    NATIVE_THREADS(
        Meaning.OTHER,
        "",
        "OutOfMemoryError: unable to create native thread",
        "OutOfMemoryError: unable to create new native thread"),
    CLASS_SPACE(
        Meaning.OTHER,
        "",
        "OutOfMemoryError: Metaspace",
        "OutOfMemoryError: Compressed class space"),
    ARRAY_SIZE(
        Meaning.OTHER,
        "",
        "OutOfMemoryError: Requested array size exceeds VM limit",
        "OutOfMemoryError: Required length exceeds implementation limit"),
    MAPPINGS(Meaning.OTHER, "", "OutOfMemoryError: Map failed"),
    KILLED(
        Meaning.OTHER,
        "",
        "Killed process # (java)",
        "Kill process # (java)",
        "Reason:       OOMKilled"),
    HOST_MEMORY(
        Meaning.OTHER, "", "insufficient memory for the Java Runtime Environment to continue"),
    CRASHED(Meaning.OTHER, "", "fatal error has been detected by the Java Runtime Environment"),
    OPEN_FILES(Meaning.OTHER, "", "Too many open files"),
    DISK_FULL(
        Meaning.OTHER,
        "",
        "No space left on device",
        "Disk quota exceeded",
        "There is not enough space on the disk"),
    NO_CREDIT(
        Meaning.HINT,
        "",
        "Timeout waiting for client to increase flow control window",
        "Flow control update wait time-out"),
    STALLED_UPLOAD(Meaning.OTHER, "a timeout with frames of HttpInput or RequestContent"),
    UPDATE(Meaning.OTHER, "a timeout or reset of an update"),
    INDEX_FETCH_TIMEOUT(Meaning.OTHER, "a total timeout in IndexFetcher"),
    INDEX_SENT(Meaning.OTHER, "a timeout or reset in ReplicationHandler"),
    INDEX_FETCH(
        Meaning.OTHER,
        "",
        "Index fetch failed",
        "SnapPull failed",
        "Error fetching file",
        "Problem fetching file",
        "Replication for recovery failed"),
    SLOW_REQUEST(Meaning.UNCLEAR, "", "Timeout occurred while waiting response from server"),
    RESET_RATE(Meaning.OTHER, "", "/invalid_rst_stream_frame_rate"),
    WINDOW_UPDATE_RATE(Meaning.OTHER, "", "/invalid_window_update_frame_rate"),
    NO_HTTP2(Meaning.OTHER, "", "/invalid_frame_length"),
    CANCELLED_BY_ANOTHER(Meaning.OTHER, "", "cancel_stream_error/unexpected_data_frame"),
    JETTY_9_IDLE(Meaning.OTHER, "", "TimeoutException: idle_timeout"),
    IDLE_TIMEOUT(Meaning.HINT, "", "Idle timeout # ms elapsed"),
    HTTP_2_IDLE(
        Meaning.HINT,
        "an idle timeout with frames of HTTP2Connection",
        "Session idle timeout # ms"),
    HTTP_1_IDLE(
        Meaning.OTHER, "an idle timeout with frames of HttpConnection", "Idle timeout # ms$"),
    UNKNOWN_IDLE(Meaning.UNCLEAR, "", "Idle timeout expired: #/# ms"),
    OTHER_PROTOCOL_IDLE(Meaning.OTHER, "an idle timeout with frames of WebSocket or HTTP/3"),
    STREAM_NOT_READ(Meaning.HINT, "an idle timeout with TupleStream.writeMap and HttpOutput"),
    CONNECTION_IDLE(Meaning.HINT, "", "Idle timeout expired: # ms"),
    TOTAL_TIMEOUT(Meaning.HINT, "", "Total timeout # ms elapsed"),
    CANCELLED_BY_SERVER(
        Meaning.HINT,
        "",
        "Exception: cancel_stream_error",
        "Received RST_STREAM: Stream cancelled",
        "RST_STREAM received Stream cancelled"),
    CANCELLED_BY_RECEIVER(Meaning.HINT, "", "Reset cancel_stream_error"),
    QUEUE_FULL(Meaning.UNCLEAR, "", "Max requests queued per destination # exceeded"),
    NO_CONNECTION(Meaning.UNCLEAR, "", "Timeout waiting for connection from pool"),
    CONNECTION_LOST(
        Meaning.UNCLEAR,
        "",
        "cancel_stream_error/input_shutdown",
        "RetryableStreamException",
        "AsynchronousCloseException"),
    FAILED_ON_SERVER(
        Meaning.UNCLEAR,
        "",
        "An exception has occurred on the server, refer to server log for details"),
    THREADS_USED_UP(
        Meaning.OTHER,
        "",
        "Insufficient configured threads: required=# < max=#",
        "low on threads",
        "Low on threads"),
    ZOOKEEPER_SILENT(
        Meaning.OTHER, "", "Client session timed out, have not heard from server in #ms"),
    ZOOKEEPER_EXPIRED(
        Meaning.OTHER,
        "",
        "ZooKeeper session was expired",
        "KeeperErrorCode = Session expired",
        "Cannot talk to ZooKeeper - Updates are disabled"),
    PAUSE(
        Meaning.OTHER,
        "a pause of 10 s or more in a gc log",
        "Detected pause in JVM or host machine (eg GC): pause of approximately #ms",
        "Possible too long JVM pause: # milliseconds",
        "Detected VM stop-the-world pause: {pauseTime=#"),
    TASK_REJECTED(
        Meaning.UNCLEAR, "", "[Running, pool size = #, active threads = #, queued tasks = #"),
    STREAM_LIMIT(Meaning.UNCLEAR, "", "Max local stream count # exceeded"),
    NO_LEADER(
        Meaning.OTHER,
        "",
        "No registered leader was found after waiting for #ms",
        "no servers hosting shard",
        "No live SolrServers available to handle this request"),
    UNREACHABLE(
        Meaning.OTHER,
        "",
        "ConnectException: Connection refused",
        "Server refused connection at",
        "NoRouteToHostException: No route to host",
        "UnknownHostException"),
    TLS(
        Meaning.OTHER,
        "",
        "Unsupported or unrecognized SSL message",
        "Unrecognized SSL message, plaintext connection?",
        "PKIX path building failed",
        "PKIX path validation failed",
        "No subject alternative",
        "Received fatal alert:"),
    NOT_READY(
        Meaning.OTHER,
        "",
        "SolrCore is loading",
        "CoreContainer is either not initialized or shutting down"),
    WARMING(
        Meaning.OTHER,
        "",
        "exceeded limit of maxWarmingSearchers=#",
        "PERFORMANCE WARNING: Overlapping onDeckSearchers=#"),
    CLOSED(Meaning.OTHER, "", "AlreadyClosedException");

    private final Meaning meaning;
    private final String stackDescription;
    private final List<LoggedMessage> messages;

    Kind(Meaning meaning, String stack, String... messages) {
      this.meaning = meaning;
      this.stackDescription = stack;
      this.messages = Arrays.stream(messages).map(LoggedMessage::of).toList();
    }

    public Meaning meaning() {
      return meaning;
    }

    /** Returns whether the JVM ran out of a resource, which can make any request hang. */
    public boolean isExhaustion() {
      return switch (this) {
        case DIRECT_MEMORY, HEAP, NATIVE_THREADS, CLASS_SPACE, OPEN_FILES -> true;
        default -> false;
      };
    }

    /**
     * Returns whether this fault stops all work of a JVM, which causes timeouts and closed
     * connections.
     */
    public boolean stopsJvm() {
      return this == HEAP || this == PAUSE;
    }

    /** Returns the messages as they are logged, with {@code N} for each number. */
    public Stream<String> messages() {
      return messages.stream().map(LoggedMessage::displayText);
    }

    /**
     * Returns a description of the stack that identifies this kind; empty if messages identify it.
     */
    public String stackDescription() {
      return stackDescription;
    }

    Stream<String> messagePrefixes() {
      return messages.stream().map(LoggedMessage::prefix);
    }

    /** Returns a message of this kind at or after {@code from}; empty if there is none. */
    Optional<LoggedMessage.Match> findIn(String text, int from) {
      return messages.stream()
          .map(message -> message.findIn(text, from))
          .filter(Objects::nonNull)
          .findFirst();
    }

    /** Returns the kind for the given context, which may be more specific than this kind. */
    Kind inContext(Set<LoggedContext> context) {
      if (this == HTTP_1_IDLE && idleKind(context) == HTTP_2_IDLE) {
        return HTTP_2_IDLE.inContext(context); // Jetty 9.4 has this text for both protocols
      }
      boolean responseNotRead = context.containsAll(LoggedContext.STREAM_RESPONSE_CONTEXTS);
      if (meaning == Meaning.OTHER && this != INDEX_FETCH || this == DIRECT_MEMORY) {
        return this;
      } else if (context.contains(LoggedContext.INDEX_FETCH)) {
        return this == TOTAL_TIMEOUT ? INDEX_FETCH_TIMEOUT : INDEX_FETCH;
      } else if (context.contains(LoggedContext.INDEX_SENT)) {
        return this == INDEX_FETCH ? this : INDEX_SENT;
      } else if (context.contains(LoggedContext.UPDATE)) {
        return UPDATE;
      } else if (context.contains(LoggedContext.UPLOAD)) {
        return STALLED_UPLOAD;
      }
      return switch (this) {
        case IDLE_TIMEOUT, HTTP_2_IDLE -> responseNotRead ? STREAM_NOT_READ : this;
        case UNKNOWN_IDLE -> responseNotRead ? STREAM_NOT_READ : idleKind(context);
        default -> this;
      };
    }

    private static Kind idleKind(Set<LoggedContext> context) {
      if (context.contains(LoggedContext.OTHER_PROTOCOL)) {
        return OTHER_PROTOCOL_IDLE;
      }
      boolean http1 = context.contains(LoggedContext.HTTP_1);
      return http1 == context.contains(LoggedContext.HTTP_2)
          ? UNKNOWN_IDLE
          : http1 ? HTTP_1_IDLE : HTTP_2_IDLE;
    }
  }

  /** Returns the last number of the newest message; 0 if there is none. */
  public long lastNumber() {
    return numbers.isEmpty() ? 0 : numbers.get(numbers.size() - 1);
  }

  LoggedFault plus(List<SimultaneousFailures> failed) {
    return new LoggedFault(
        kind,
        message,
        numbers,
        occurrenceCount,
        firstNanos,
        lastNanos,
        SimultaneousFailures.merge(failures, failed));
  }

  private boolean prefersNumbersOf(LoggedFault other) {
    return kind == Kind.PAUSE
        ? other.lastNumber() > lastNumber()
        : other.lastNanos > lastNanos && !other.numbers.isEmpty();
  }

  LoggedFault plus(LoggedFault other) {
    boolean hasUnknownStart = Math.min(firstNanos, other.firstNanos) == FlowControlEvent.UNKNOWN;
    return new LoggedFault(
        kind,
        message,
        prefersNumbersOf(other) || numbers.isEmpty() ? other.numbers : numbers,
        occurrenceCount + other.occurrenceCount,
        hasUnknownStart
            ? Math.max(firstNanos, other.firstNanos)
            : Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos),
        SimultaneousFailures.merge(failures, other.failures));
  }
}
