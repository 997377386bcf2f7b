package io.streambench.watchdog;

import io.streambench.analysis.SessionState;
import io.streambench.analysis.Verdict;
import io.streambench.report.diagnosis.CauseAdvice;
import io.streambench.report.diagnosis.SessionJson;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

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
   * @param notObserved what of the servers' side cannot be known, and why, if anything
   * @param prediction what was predicted, and whether it held, if anything was
   */
  Map<String, Object> describe(
      Stop stop,
      Instant runStart,
      List<SessionState> others,
      Optional<String> notObserved,
      Optional<PredictionVerdict> prediction) {
    Map<String, Object> report = new LinkedHashMap<>();
    Verdict verdict = stop.verdict();
    SessionJson.putFinding(report, verdict.finding(), verdict.cause());
    report.put("outcome", verdict.outcome());
    report.put("reason", verdict.reason());
    SessionJson.putSubject(report, verdict);
    report.put("advice", CauseAdvice.of(verdict));
    report.put("from", runStart.toString());
    report.put("to", now.toString());
    report.put("operation", stop.operation());
    report.put("tuplesRead", stop.tuples());
    report.put("lastTupleAtSeconds", stop.lastTupleSeconds());
    prediction.ifPresent(one -> report.put("prediction", one.describe()));
    notObserved.ifPresent(what -> report.put("notObserved", what));
    List<Map<String, Object>> sessions = new ArrayList<>();
    SessionJson json = new SessionJson(this::wallTime);
    verdict
        .sessions()
        .forEach(session -> sessions.add(json.describe(session, verdict.stalls(session))));
    others.stream()
        .filter(session -> !session.streams().isEmpty())
        .forEach(session -> sessions.add(json.describe(session, session.starves())));
    report.put("sessions", sessions);
    return report;
  }

  private String wallTime(long nanos) {
    return now.minus(Duration.ofNanos(nowNanos - nanos)).toString();
  }
}
