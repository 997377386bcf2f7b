package io.streambench.strategy;

import java.util.HashMap;
import java.util.Map;

/** The connections to one server as an MBean. Updated by one thread, read by any. */
final class DestinationFigures implements DestinationMXBean {
  private static final double SECOND = 1e9;

  private volatile Shown shown = new Shown(0, 0, 0, 0, 0, 0, 0);
  private Map<Object, SessionFigures> last = Map.of();
  private long lastNanos;
  private long stalledNanos;
  private long stalledNanosTotal;

  /** Goes on counting where earlier connections to the same server ended. */
  DestinationFigures(long stalledNanosBefore) {
    stalledNanosTotal = stalledNanosBefore;
  }

  /** The nanoseconds in which streams have starved and no byte has moved, so far. */
  long stalledNanosTotal() {
    return stalledNanosTotal;
  }

  /** The figures of one moment. */
  private record Shown(
      int sessions,
      int openStreams,
      long smallestWindowBytes,
      long unreadBytes,
      int starvedStreams,
      double stalledSeconds,
      double stalledSecondsTotal) {}

  /**
   * Takes what was seen of its connections.
   *
   * @param sessions by connection
   * @param nowNanos of the moment
   */
  void update(Map<?, SessionFigures> sessions, long nowNanos) {
    boolean stalled =
        sessions.entrySet().stream()
            .anyMatch(session -> session.getValue().isStillAs(last.get(session.getKey())));
    long passed = nowNanos - lastNanos;
    stalledNanos = stalled ? stalledNanos + passed : 0;
    stalledNanosTotal += stalled ? passed : 0;
    last = new HashMap<>(sessions);
    lastNanos = nowNanos;
    shown =
        new Shown(
            sessions.size(),
            sessions.values().stream().mapToInt(SessionFigures::openStreams).sum(),
            sessions.values().stream().mapToLong(SessionFigures::windowBytes).min().orElse(0),
            sum(sessions.values().stream().mapToLong(SessionFigures::unreadBytes).toArray()),
            sessions.values().stream().mapToInt(SessionFigures::starvedStreams).sum(),
            stalledNanos / SECOND,
            stalledNanosTotal / SECOND);
  }

  /** One that is not known makes the sum unknown. */
  private static long sum(long[] figures) {
    long sum = 0;
    for (long figure : figures) {
      if (figure == SessionFigures.UNKNOWN) {
        return SessionFigures.UNKNOWN;
      }
      sum += figure;
    }
    return sum;
  }

  @Override
  public int getSessions() {
    return shown.sessions;
  }

  @Override
  public int getOpenStreams() {
    return shown.openStreams;
  }

  @Override
  public long getSmallestWindowBytes() {
    return shown.smallestWindowBytes;
  }

  @Override
  public long getUnreadBytes() {
    return shown.unreadBytes;
  }

  @Override
  public int getStarvedStreams() {
    return shown.starvedStreams;
  }

  @Override
  public double getStalledSeconds() {
    return shown.stalledSeconds;
  }

  @Override
  public double getStalledSecondsTotal() {
    return shown.stalledSecondsTotal;
  }
}
