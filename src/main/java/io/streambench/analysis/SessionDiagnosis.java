package io.streambench.analysis;

/**
 * The diagnosis of one session.
 *
 * @param state how it stood: when it was found stalled, or else at the end
 * @param stalled whether it stalled
 * @param sessionWindow initial receive window in bytes, as far as the source tells
 * @param streamWindow initial receive window of its streams
 * @param maxOpenStreams the most streams that were open at the same time, as far as the source
 *     tells: in a server's log only those on which it received
 * @param windowUpdatesSent WINDOW_UPDATE frames for the session and its streams
 * @param peakUnreadBytes the most that ever lay unread
 * @param sessionStalls times in which one of the session's own windows was used up
 * @param streamStalls times in which one of a stream's was
 */
public record SessionDiagnosis(
    SessionState state,
    boolean stalled,
    long sessionWindow,
    long streamWindow,
    int maxOpenStreams,
    long windowUpdatesSent,
    long peakUnreadBytes,
    StallTotals sessionStalls,
    StallTotals streamStalls,
    Timeline timeline) {}
