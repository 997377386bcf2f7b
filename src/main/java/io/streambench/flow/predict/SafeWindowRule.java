package io.streambench.flow.predict;

import java.util.OptionalLong;

/**
 * The rule that shows whether a merge over one session can stall. While the merge waits for one of
 * {@code k} streams, each other stream may hold unread bytes: up to its window, or its whole
 * response if that is smaller. The sum, at most the size of all responses, is {@code u}. Jetty may
 * withhold credit for a fraction {@code p} of the session window (the buffer ratio), so only the
 * rest is always available for unread bytes:
 *
 * <pre>
 *   u = min((k - 1) * min(streamWindow, largestResponse), q * allResponses)
 *   SAFE     u &lt; sessionWindow - floor(p * sessionWindow)
 *   LIKELY   (k - q) * min(streamWindow, meanResponse) &gt;= sessionWindow
 *   AT_RISK  otherwise
 * </pre>
 *
 * These formulas are for a reused session and {@code q} concurrent queries. SAFE counts all streams
 * of all queries, because other merges may be waiting at other nodes. LIKELY excludes one stream
 * per query, because every merge may be waiting on this session. {@code docs/flow-control.md}
 * derives the rule, and {@code ExhaustiveSearchTest} tries to refute it.
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
  /** The largest window in HTTP/2 (RFC 9113, section 6.9.1). */
  public static final long MAX_WINDOW = Integer.MAX_VALUE;

  /** The response size to use if the size is unknown; larger than any window. */
  public static final long ANY_RESPONSE_BYTES = Long.MAX_VALUE;

  /** Creates a rule for one query at a time, with responses of any size, on a reused session. */
  public SafeWindowRule(
      int streamsPerSession, long streamWindow, long sessionWindow, double bufferRatio) {
    this(streamsPerSession, streamWindow, sessionWindow, bufferRatio, ANY_RESPONSE_BYTES, false, 1);
  }

  /**
   * Creates the rule for any number of responses.
   *
   * @param responseBytes size of the largest response; {@link #ANY_RESPONSE_BYTES} if unknown
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

  /** Returns a copy of this rule with another number of streams. */
  public SafeWindowRule withStreams(int otherStreams) {
    return copyWith(otherStreams, streamWindow, sessionWindow, responses);
  }

  /** Returns a copy of this rule with other windows. */
  public SafeWindowRule withWindows(long otherStreamWindow, long otherSessionWindow) {
    return copyWith(streamsPerSession, otherStreamWindow, otherSessionWindow, responses);
  }

  private SafeWindowRule copyWith(int streams, long stream, long session, ResponseSizes sizes) {
    return new SafeWindowRule(streams, stream, session, bufferRatio, sizes, freshSession, queries);
  }

  /** Returns the size of the largest response; {@link #ANY_RESPONSE_BYTES} if unknown. */
  public long responseBytes() {
    return responses.largestBytes();
  }

  /** Returns the maximum number of unread bytes of one stream. */
  public long maxUnreadPerStream() {
    return Math.min(streamWindow, responseBytes());
  }

  /** Returns u, the maximum number of unread bytes while the merge is waiting for one stream. */
  public long maxUnread() {
    return Math.min((streamsPerSession - 1) * maxUnreadPerStream(), responses.totalBytes(queries));
  }

  /** Returns the maximum number of session bytes that are consumed but not acknowledged. */
  public long maxUnacknowledged() {
    return withheldBytes(sessionWindow);
  }

  /**
   * Returns how many consumed bytes of a window may stay unacknowledged. Uses single precision,
   * like {@code BufferingFlowControlStrategy.onDataConsumed}.
   */
  long withheldBytes(long window) {
    return Math.min(window, (int) (window * (float) bufferRatio));
  }

  /** Returns the part of the session window that is always available for unread bytes. */
  public long usableWindow() {
    return sessionWindow - maxUnacknowledged();
  }

  /** Returns the size of all responses on the session; {@link #ANY_RESPONSE_BYTES} if unknown. */
  private long allResponseBytes() {
    long streams =
        responseBytes() > MAX_WINDOW ? ANY_RESPONSE_BYTES : streamsPerSession * responseBytes();
    return Math.min(streams, responses.totalBytes(queries));
  }

  /** Returns whether the session is fresh and its window can hold all responses. */
  private boolean allResponsesFit() {
    return freshSession && allResponseBytes() <= sessionWindow && !neverGetsCredit();
  }

  /** Returns whether a stream exhausts its window forever, even if it is read immediately. */
  private boolean neverGetsCredit() {
    return responseBytes() > streamWindow && withheldBytes(streamWindow) >= streamWindow;
  }

  /** Returns the zone of the merge. If a single stream can stall by itself, the zone is LIKELY. */
  public Zone zone() {
    if (allResponsesFit()) {
      return Zone.SAFE;
    }
    if (usableWindow() == 0 || neverGetsCredit()) {
      return Zone.LIKELY; // a single stream can stall
    }
    if (maxUnread() < usableWindow()) {
      return Zone.SAFE;
    }
    long filled =
        Math.max(0, streamsPerSession - queries) * Math.min(streamWindow, responses.meanBytes());
    return filled >= sessionWindow ? Zone.LIKELY : Zone.AT_RISK;
  }

  /** Returns whether a stall is impossible. */
  public boolean isSafe() {
    return zone() == Zone.SAFE;
  }

  /**
   * Returns whether the rule is exactly at the limit of SAFE: unread and unacknowledged bytes can
   * fill the session window, but cannot exceed it.
   */
  public boolean isOnBoundary() {
    return streamsPerSession > 1 && !allResponsesFit() && maxUnread() == usableWindow();
  }

  /** Returns the ratio of the maximum number of unread bytes to the usable window. */
  public double loadRatio() {
    return (double) maxUnread() / usableWindow();
  }

  /** Returns the maximum memory that the session's unread bytes can hold. */
  public long memoryBytes() {
    long ofStreams =
        maxUnreadPerStream() > sessionWindow / streamsPerSession
            ? sessionWindow
            : streamsPerSession * maxUnreadPerStream();
    return Math.min(ofStreams, responses.totalBytes(queries));
  }

  /** Returns the smallest safe session window; above {@link #MAX_WINDOW} if there is none. */
  public long smallestSafeSessionWindow() {
    if (!withWindows(streamWindow, MAX_WINDOW).isSafe()) {
      return MAX_WINDOW + 1;
    }
    double usableFraction = 1.0 - (float) bufferRatio;
    long window =
        usableFraction == 0 ? MAX_WINDOW + 1 : (long) Math.ceil(maxUnread() / usableFraction);
    if (freshSession) {
      window = Math.min(window, allResponseBytes());
    }
    if (window > MAX_WINDOW) {
      return window;
    }
    while (window > 1 && withWindows(streamWindow, window - 1).isSafe()) {
      window--; // the number of unacknowledged bytes is rounded
    }
    while (window <= MAX_WINDOW && !withWindows(streamWindow, window).isSafe()) {
      window++;
    }
    return window;
  }

  /** Returns the largest stream window that makes the merge safe; 0 if there is none. */
  public long largestSafeStreamWindow() {
    if (streamsPerSession <= 1 || responses.totalBytes(queries) < usableWindow()) {
      return MAX_WINDOW;
    }
    long safeWindow = Math.max(0, usableWindow() - 1) / (streamsPerSession - 1);
    return safeWindow >= responseBytes() ? MAX_WINDOW : Math.min(MAX_WINDOW, safeWindow);
  }

  /** Returns the smallest response size that is not safe; empty if every size is safe. */
  public OptionalLong smallestUnsafeResponse() {
    if (isSafeWith(ANY_RESPONSE_BYTES)) {
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
    return copyWith(streamsPerSession, streamWindow, sessionWindow, ResponseSizes.upTo(response))
        .isSafe();
  }
}
