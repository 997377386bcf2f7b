package io.streambench.watchdog;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * {@code verdict.json}: the keys that the analyzer of logs uses, and what only a live run knows.
 */
final class VerdictReport {
  private final Instant now;
  private final long nowNanos;

  VerdictReport(Instant now, long nowNanos) {
    this.now = now;
    this.nowNanos = nowNanos;
  }

  /**
   * @param others sessions that are not the reader's: the nodes' ends, and clients inside nodes
   */
  Map<String, Object> describe(Stop stop, Instant runStart, List<SessionState> others) {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("verdict", stop.verdict().outcome() == Outcome.STALLED ? "STALLED" : "NO_STALL");
    report.put("outcome", stop.verdict().outcome());
    report.put("reason", stop.verdict().reason());
    report.put("from", runStart.toString());
    report.put("to", now.toString());
    report.put("operation", stop.operation());
    report.put("tuplesRead", stop.tuples());
    report.put("lastTupleAtSeconds", stop.lastTupleSeconds());
    List<Map<String, Object>> sessions = new ArrayList<>();
    stop.verdict().sessions().forEach(session -> sessions.add(describe(session)));
    others.stream()
        .filter(session -> !session.streams().isEmpty())
        .forEach(session -> sessions.add(describe(session)));
    report.put("sessions", sessions);
    return report;
  }

  private Map<String, Object> describe(SessionState session) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("id", session.id());
    described.put("role", session.role().toString());
    described.put("owner", session.owner());
    described.put("local", session.local());
    described.put("remote", session.remote());
    described.put("stalled", session.starves());
    String exhaustedSince = exhaustedSince(session);
    described.put("stalledSince", session.starves() ? exhaustedSince : null);
    described.put("exhaustedSince", exhaustedSince);
    described.put("receiveWindow", session.receiveWindow());
    described.put("sendWindow", session.sendWindow());
    described.put("unreadBytes", session.unreadBytes());
    described.put("unacknowledgedBytes", session.unacknowledgedBytes());
    described.put(
        "streams", session.streams().stream().map(stream -> describe(session, stream)).toList());
    return described;
  }

  private String exhaustedSince(SessionState session) {
    return session.exhaustedSinceNanos().isPresent()
        ? now.minus(Duration.ofNanos(nowNanos - session.exhaustedSinceNanos().getAsLong()))
            .toString()
        : null;
  }

  private static Map<String, Object> describe(SessionState session, StreamState stream) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("id", stream.id());
    described.put("receiveWindow", stream.receiveWindow());
    described.put("unreadBytes", stream.unreadBytes());
    described.put("unacknowledgedBytes", stream.unacknowledgedBytes());
    described.put("remotelyClosed", stream.remotelyClosed());
    described.put("starved", session.starves() && stream.hungry());
    return described;
  }
}
