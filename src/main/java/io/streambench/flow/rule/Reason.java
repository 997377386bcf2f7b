package io.streambench.flow.rule;

import io.streambench.base.TextFormat;
import java.util.List;
import java.util.ResourceBundle;
import java.util.stream.Stream;

/**
 * An observation that supports a verdict, with its names and numbers. Its text is in {@code
 * reasons.properties}.
 *
 * @param values the values to insert into the text, in this order; may include other reasons
 */
public record Reason(Kind kind, List<Object> values) {
  private static final ResourceBundle TEXTS =
      ResourceBundle.getBundle("io.streambench.flow.rule.reasons");

  /** The kinds of observations. Each name is the key of a text in {@code reasons.properties}. */
  public enum Kind {
    TEXT,
    OTHER_WAIT,
    ALSO_OTHER_WAIT,
    LOCK_FIRST,
    HEAP_WAS_FULL,
    COLLECTS_GARBAGE,
    DEADLOCK,
    DEADLOCK_IN,
    AWAITS_LOCK,
    AWAITS_HELD_LOCK,
    THREADS_WITHOUT_MEMORY,
    JVM_WITHOUT_MEMORY,
    LACKS_MEMORY,
    READER_VANISHED,
    HEADERS_MISSING,
    EARLY_CLOSE_OR_SEARCH,
    THREADS_WITHOUT_PERMIT,
    SENDS_INDEX,
    FETCHES_INDEX,
    NOT_A_DOCUMENT_STREAM,
    NO_READER,
    READER_ENDED,
    READER_MISSING,
    MAYBE_TWO_JVMS,
    WITHOUT_VIRTUAL_THREADS,
    MAYBE_PARTIAL_DUMP,
    SERVER_NOT_READ,
    ANSWERS_NOT_READ,
    MAYBE_OTHER_HANG,
    LISTENERS_UNSEEN,
    NO_SENDER,
    LOOK_AT_MERGING_JVM,
    WAITS_FOR_DOCUMENT,
    WAITS_FOR_DATA,
    MANY_WAIT_FOR_DOCUMENTS,
    MANY_WAIT_FOR_DATA,
    ONE_DUMP_UNCLEAR,
    UNCLEAR,
    NO_WINDOWS,
    WINDOW_LEFT,
    READER_RAN,
    READERS_RAN,
    VIRTUAL_NOT_SHOWN,
    CLIENT_DOES_NOT_READ,
    OPENED_A_STREAM,
    READS,
    READS_IN_ONE_DUMP,
    IDLE_FOR,
    THREAD_IDLE_FOR,
    IDLE_BETWEEN_DUMPS,
    IDLE_BETWEEN_UNTIMED_DUMPS,
    ONLY_ONE_DUMP,
    NO_CPU_TIMES,
    VIRTUAL,
    TOO_LITTLE_CPU,
    TOO_CLOSE,
    DUMP_INTERVAL_TOO_SHORT,
    SENDERS_IN_ONE_DUMP,
    SENDERS_UNKNOWN,
    NO_SENDER_BLOCKED,
    SENDERS_BLOCKED,
    OVER_HTTP1,
    MORE_SENDERS_UNKNOWN,
    JVM_PREFIX,
    NO_JVM_SENDS,
    SENDERS_OF_JVMS_UNKNOWN,
    SENDERS_OF_JVMS_BLOCKED,
    LIKE,
    LOCK_OF_UNKNOWN,
    LOCK,
    LOCK_HELD_IN,
    LOCK_CHAIN,
    POOL_BUSY,
    NO_WINDOW,
    TAKE_A_THREAD_DUMP,
    PERHAPS_ANOTHER_SESSION,
    ALL_RAN,
    HANG_UNLESS_READ_ELSEWHERE,
    TAKE_ANOTHER_DUMP,
    SESSIONS_HAVE_WINDOW,
    WINDOW_LOST,
    SERVER_SEND_WINDOW_EXHAUSTED,
    SERVER_SEND_WINDOW_EXHAUSTED_FOR,
    NO_SESSION,
    SOCKET_FULL,
    STREAMS_FULL,
    UPLOAD_WITHOUT_WINDOW,
    POOL_EXHAUSTED,
    THREAD_OF,
    MERGE_RECEIVED_NOTHING,
    WHILE_SENDERS_BLOCKED,
    BLOCKED_BY_EXTERNAL_READER,
    BLOCKED_BY_UNSEEN_READER,
    THREADS_ON_NODE,
    MORE_NODES,
    CONTRAST,
    PERMIT_AWAITED,
    SENDS_UNKNOWN,
    PART_NOT_SEEN,
    NO_MERGE,
    WAITS_FOR_WORK,
    EVERY_MERGE_RAN,
    AWAITS_SHARD_HEADERS,
    AWAITS_ANY_HEADERS,
    AWAITS_HEADERS_LONG,
    BLOCKED_BY_CLIENT,
    READS_STREAMS,
    NODE_USES_HTTP1,
    NODE_HAS_JAR,
    NODE_IS_STANDALONE,
    NODE_UNSEEN,
    REPLICAS_NOT_ACTIVE,
    STATE_UNKNOWN,
    SHARD_STILL_WORKS,
    NOTHING_SENDS,
    NOT_BLOCKED,
    SENT_OVER_HTTP1,
    NODE_GONE,
    OTHER_FAULT,
    CAUSES_TIMEOUTS,
    OTHER_HANG_UNKNOWN,
    SHARDS,
    OF_COLLECTION,
    NAMES,
    NAMES_AND_MORE,
    SEND_BLOCKED_FOR,
    FAILED_WITHIN,
    MERGE_FAILED,
    STREAM_BEGAN,
    NEXT_STREAM_BEGAN,
    MEMORY_WAS_IN_USE,
    LOGGED,
    WINDOW_EXHAUSTED,
    WINDOW_HELD_BY_CANCELLED,
    MERGE_WAITS_FOR,
    SEND_WINDOW_EXHAUSTED,
    WAITS_FOR_EITHER,
    NO_VISIBLE_READER,
    STREAM,
    ONE_OF_STREAMS,
    UNSEEN_STREAM,
    ONE_OF_UNSEEN_STREAMS,
    OF_SESSION,
    NO_PROGRESS,
    NO_WINDOW_EXHAUSTED,
    NO_READER_ON_SESSION,
    READER_WAITS_FOR,
    NO_DIRECT_MEMORY,
    NO_STREAM_SLOT,
    NO_PERMIT,
    NO_CONNECTION,
    IN_ADDITION,
    RESOURCES,
    STREAMS_OPEN,
    CONNECTIONS_IN_USE,
    REQUESTS_WAIT,
    PERMITS_LEFT,
    PERMITS_LEFT_OF,
    MEMORY_IN_USE,
    LISTED,
    VERDICT_FROM_RUN,
    NOT_SEEN_IN_READABLE_LINES,
    TOO_FEW_LINES,
    STALL_PERIOD,
    ENDED_BY_WINDOW_UPDATE,
    ENDED_BY_SESSION_END,
    ENDED_BY_RESTART,
    ENDED_BY_RESET,
    ENDED_BY_UNNAMED_RESET,
    WITH_FAILURE,
    SOURCE_ENDS,
    PAUSED_BEFORE,
    RESTARTED,
    DOUBT,
    JOINED,
    DUMP_IN_SILENCE,
    NO_HEADERS,
    THREADS_IDLE_FOR,
    AFTER_EARLY_CLOSE,
    NO_MORE_CREDIT,
    MAYBE_BUSY,
    CREDIT_NOT_WRITTEN,
    NO_BYTE_MOVED,
    READER_IDLE_FOR,
    SENDING_END_ONLY,
    NO_THREAD_WAITS,
    HOLDER_AWAITS_CLIENT,
    WAITER_MOVED,
    CREDIT_PENDING,
    DATA_IN_TRANSIT,
    WINDOW_NOT_FOUND,
    HOLDER_MAY_READ,
    VIRTUAL_UNSEEN,
    SEARCH_INCOMPLETE,
    READERS_UNKNOWN;

    public Reason of(Object... values) {
      return new Reason(this, List.of(values));
    }
  }

  /** Combines one or more reasons into a single reason that lists them. */
  public static Reason combine(Stream<Reason> reasons) {
    return reasons.reduce((first, next) -> Kind.LISTED.of(first, next)).orElseThrow();
  }

  boolean contains(Reason other) {
    return equals(other)
        || values.stream().anyMatch(value -> value instanceof Reason part && part.contains(other));
  }

  /** Returns the text, followed by the kind's additional detail if there is any. */
  public String toDetailedString() {
    String detail = textKey() + ".detail";
    return TEXTS.containsKey(detail) ? this + ": " + text(detail) : toString();
  }

  @Override
  public String toString() {
    return text(textKey());
  }

  /** Returns the key of the text in {@code reasons.properties}. */
  private String textKey() {
    return switch (kind) {
      case LOGGED -> kind + "." + values.get(0);
      case LIKE -> kind + "." + values.get(1);
      default -> kind.name();
    };
  }

  private String text(String key) {
    return TextFormat.of(TEXTS.getString(key), values.toArray());
  }
}
