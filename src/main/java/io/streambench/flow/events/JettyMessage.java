package io.streambench.flow.events;

import java.util.Arrays;

/**
 * A flow-control message of Jetty: its first words, and the pattern of the rest. In the pattern, @
 * stands for "session" or "stream" and ? for an optional word. A digit stands for a number: 0 for
 * the bytes, 1 for the window before, 2 for the window after, 3 for the unacknowledged bytes, 4 for
 * the credit threshold. # and ~ stand for numbers that are not used. Windows and ~ may be negative.
 */
record JettyMessage(Kind kind, String prefix, String[] rest) {
  enum Kind {
    RECEIVED(EventCause.DATA_RECEIVED),
    /** Data was consumed, but no credit was sent yet. */
    CONSUMED(EventCause.DATA_CONSUMED),
    /** Data was consumed, and credit was sent for all consumed data. */
    CREDITED(EventCause.DATA_CONSUMED),
    /** Data was consumed on a remotely closed stream, which needs no more credit. */
    IGNORED(EventCause.DATA_CONSUMED),
    SENDING(EventCause.DATA_SENT),
    SEND_WINDOW_UPDATED(EventCause.WINDOW_UPDATE_RECEIVED),
    INITIAL_WINDOW_UPDATED(EventCause.STATE),
    STALLED(EventCause.STALLED),
    UNSTALLED(EventCause.RESUMED);

    final EventCause cause;

    Kind(EventCause cause) {
      this.cause = cause;
    }
  }

  private static final String CONSUMED_PREFIX = "Data consumed, ";

  static final JettyMessage[] ALL = {
    of(Kind.RECEIVED, "Data received, ", "0 bytes, updated @ recv window 1 -> 2 for "),
    of(Kind.CONSUMED, CONSUMED_PREFIX, "0 bytes, ?@ recv window level 3/4 for "),
    of(Kind.SENDING, "Sending, session", " send window 1 -> 2 for "),
    of(Kind.SENDING, "Sending, stream", " send window 1 -> 2 for "),
    of(Kind.CREDITED, CONSUMED_PREFIX, "0 bytes, updated @ recv window by 3/4 for "),
    of(Kind.CREDITED, CONSUMED_PREFIX, "increased @ recv window by 0 for "),
    of(
        Kind.IGNORED,
        CONSUMED_PREFIX,
        "0 bytes, ignoring update stream recv window for remotely closed "),
    of(Kind.IGNORED, CONSUMED_PREFIX, "ignoring update @ recv window by 0 for remotely closed "),
    of(Kind.SEND_WINDOW_UPDATED, "Updated session send window ", "1 -> 2 for "),
    of(Kind.SEND_WINDOW_UPDATED, "Updated stream send window ", "1 -> 2 for "),
    of(Kind.INITIAL_WINDOW_UPDATED, "Updated initial stream recv window ", "~ -> ~ for "),
    of(Kind.STALLED, "Session stalled ", ""),
    of(Kind.STALLED, "Stream stalled ", ""),
    of(Kind.UNSTALLED, "Session unstalled after ", "# ms "),
    of(Kind.UNSTALLED, "Stream unstalled after ", "# ms ")
  };

  /** The first words of all messages. */
  static final LiteralSearch PREFIXES =
      new LiteralSearch(Arrays.stream(ALL).map(JettyMessage::prefix));

  private static JettyMessage of(Kind kind, String prefix, String rest) {
    String[] parts = rest.isEmpty() ? new String[0] : rest.split("(?<=[#~@?\\d])|(?=[#~@?\\d])");
    return new JettyMessage(kind, prefix, parts);
  }
}
