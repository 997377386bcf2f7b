package io.streambench.flow.predict;

import java.util.OptionalLong;

/**
 * The condition under which a merge over one session can stall. While the merge waits for one of
 * {@code k} streams, each of the others may hold a full stream window of unread bytes, or its whole
 * response if that is smaller: {@code u} bytes in all, but no more than all responses. Jetty may
 * withhold credit for a fraction of the session window, its buffer ratio {@code p}, although those
 * bytes were consumed; only the rest is always available for unread bytes:
 *
 * <pre>
 *   u = min((k - 1) * min(streamWindow, largestResponse), q * allResponses)
 *   SAFE     u &lt; sessionWindow - floor(p * sessionWindow)
 *   LIKELY   (k - q) * min(streamWindow, meanResponse) &gt;= sessionWindow
 *   AT_RISK  otherwise
 * </pre>
 *
 * for a reused session and {@code q} concurrent queries, one by default. SAFE counts all streams of
 * other merges, which may be waiting at other nodes. LIKELY requires that merges that all wait on
 * this session can fill the session window. {@code docs/flow-control.md} derives the rule, and
 * {@code ExhaustiveSearchTest} tries to refute it.
 *
 * @param streamsPerSession k, the number of streams of all queries together, at least 1
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param bufferRatio p, above 0 and at most 1
 * @param responses sizes of the responses of one query
 * @param freshSession whether nothing has been read on the session before
 * @param queries q, the number of concurrent queries, at least 1
 */
public record SafeWindowRule(
    int streamsPerSession,
    long streamWindow,
    long sessionWindow,
    double bufferRatio,
    ResponseSizes responses,
    boolean freshSession,
    int queries) {
  /** The largest window in HTTP/2, RFC 9113, 6.9.1. */
  public static final long MAX_WINDOW = Integer.MAX_VALUE;

  /** Stands for responses of unknown size, since it is larger than any window. */
  public static final long ANY_RESPONSE = Long.MAX_VALUE;

  /** Creates the rule for one query at a time, with responses of any size, on a reused session. */
  public SafeWindowRule(
      int streamsPerSession, long streamWindow, long sessionWindow, double bufferRatio) {
    this(streamsPerSession, streamWindow, sessionWindow, bufferRatio, ANY_RESPONSE, false, 1);
  }

  /**
   * Creates the rule for any number of responses.
   *
   * @param responseBytes size of the largest response; {@link #ANY_RESPONSE} if unknown
   */
  public SafeWindowRule(
      int streamsPerSession,
      long streamWindow,
      long sessionWindow,
      double bufferRatio,
      long responseBytes,
      boolean freshSession,
      int queries) {
    this(
        streamsPerSession,
        streamWindow,
        sessionWindow,
        bufferRatio,
        ResponseSizes.upTo(responseBytes),
        freshSession,
        queries);
  }

  /** Returns this rule for another number of streams. */
  public SafeWindowRule with(int otherStreams) {
    return with(otherStreams, streamWindow, sessionWindow, responses);
  }

  /** Returns this rule with other windows. */
  public SafeWindowRule with(long otherStreamWindow, long otherSessionWindow) {
    return with(streamsPerSession, otherStreamWindow, otherSessionWindow, responses);
  }

  private SafeWindowRule with(int streams, long stream, long session, ResponseSizes sizes) {
    return new SafeWindowRule(streams, stream, session, bufferRatio, sizes, freshSession, queries);
  }

  /** The size of the largest response; {@link #ANY_RESPONSE} if unknown. */
  public long responseBytes() {
    return responses.largest();
  }

  /** The maximum number of unread bytes of one stream. */
  public long maxUnreadPerStream() {
    return Math.min(streamWindow, responseBytes());
  }

  /** The maximum number of unread bytes while the merge waits for one stream: u. */
  public long maxUnread() {
    return Math.min((streamsPerSession - 1) * maxUnreadPerStream(), responses.total(queries));
  }

  /** The maximum number of bytes that are consumed but not yet acknowledged on the session. */
  public long maxUnacknowledged() {
    return withheldBytes(sessionWindow);
  }

  /**
   * The maximum part of a window that is consumed but not acknowledged: credit is given only once
   * more than this has been consumed. Calculated in single precision, as in {@code
   * BufferingFlowControlStrategy.onDataConsumed}.
   */
  long withheldBytes(long window) {
    return Math.min(window, (int) (window * (float) bufferRatio));
  }

  /** The part of the session window that is always available for unread bytes. */
  public long usableWindow() {
    return sessionWindow - maxUnacknowledged();
  }

  /** The size of all responses on the session; {@link #ANY_RESPONSE} if unknown. */
  private long allResponses() {
    long streams =
        responseBytes() > MAX_WINDOW ? ANY_RESPONSE : streamsPerSession * responseBytes();
    return Math.min(streams, responses.total(queries));
  }

  /** Returns whether the session is fresh and all responses together fit into its window. */
  private boolean responseFits() {
    return freshSession && allResponses() <= sessionWindow && !neverGetsCredit();
  }

  /** Returns whether a stream exhausts its window for good even if it is read immediately. */
  private boolean neverGetsCredit() {
    return responseBytes() > streamWindow && withheldBytes(streamWindow) >= streamWindow;
  }

  /**
   * Computes the zone of this merge. The zone is also LIKELY if a single stream can stall on its
   * own.
   */
  public Zone zone() {
    if (responseFits()) {
      return Zone.SAFE;
    }
    if (usableWindow() == 0 || neverGetsCredit()) {
      return Zone.LIKELY; // one stream alone can stall
    }
    if (maxUnread() < usableWindow()) {
      return Zone.SAFE;
    }
    long filled =
        Math.max(0, streamsPerSession - queries) * Math.min(streamWindow, responses.mean());
    return filled >= sessionWindow ? Zone.LIKELY : Zone.AT_RISK;
  }

  /** Returns whether a stall is impossible. */
  public boolean isSafe() {
    return zone() == Zone.SAFE;
  }

  /**
   * Returns whether this is exactly the limit of SAFE: unread and unacknowledged bytes together can
   * fill the session window, but cannot exceed it.
   */
  public boolean isOnBoundary() {
    return streamsPerSession > 1 && !responseFits() && maxUnread() == usableWindow();
  }

  /** The ratio of the maximum unread bytes to the part of the window that is available for them. */
  public double loadRatio() {
    return (double) maxUnread() / usableWindow();
  }

  /** Maximum memory for the session's unread bytes, limited by its streams and its window. */
  public long memoryBytes() {
    long ofStreams =
        maxUnreadPerStream() > sessionWindow / streamsPerSession
            ? sessionWindow
            : streamsPerSession * maxUnreadPerStream();
    return Math.min(ofStreams, responses.total(queries));
  }

  /** The smallest safe session window in bytes; there is none if above {@link #MAX_WINDOW}. */
  public long smallestSafeSessionWindow() {
    if (!with(streamWindow, MAX_WINDOW).isSafe()) {
      return MAX_WINDOW + 1;
    }
    double usableFraction = 1.0 - (float) bufferRatio;
    long window =
        usableFraction == 0 ? MAX_WINDOW + 1 : (long) Math.ceil(maxUnread() / usableFraction);
    if (freshSession) {
      window = Math.min(window, allResponses());
    }
    if (window > MAX_WINDOW) {
      return window;
    }
    while (window > 1 && with(streamWindow, window - 1).isSafe()) {
      window--; // the unacknowledged part is rounded
    }
    while (window <= MAX_WINDOW && !with(streamWindow, window).isSafe()) {
      window++;
    }
    return window;
  }

  /** The largest stream window that makes the merge safe; 0 if none does. */
  public long largestSafeStreamWindow() {
    if (streamsPerSession <= 1 || responses.total(queries) < usableWindow()) {
      return MAX_WINDOW;
    }
    long safeWindow = Math.max(0, usableWindow() - 1) / (streamsPerSession - 1);
    return safeWindow >= responseBytes() ? MAX_WINDOW : Math.min(MAX_WINDOW, safeWindow);
  }

  /** The smallest response size, in bytes, that is not safe; empty if every size is safe. */
  public OptionalLong smallestUnsafeResponse() {
    if (isSafeWith(ANY_RESPONSE)) {
      return OptionalLong.empty();
    }
    long safe = 0;
    long unsafe = Math.max(streamWindow, sessionWindow) + 1;
    while (unsafe - safe > 1) {
      long middle = (safe + unsafe) / 2;
      if (isSafeWith(middle)) {
        safe = middle;
      } else {
        unsafe = middle;
      }
    }
    return OptionalLong.of(unsafe);
  }

  private boolean isSafeWith(long response) {
    return with(streamsPerSession, streamWindow, sessionWindow, ResponseSizes.upTo(response))
        .isSafe();
  }
}
