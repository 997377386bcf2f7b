package io.streambench.diagnose.report;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.base.files.Json;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.StallEpisode;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.LongFunction;

/** Converts sessions to JSON with stable keys; {@code timeFormat} formats a time in nanoseconds. */
public record SessionJson(LongFunction<String> timeFormat) {
  /** Converts a session of a recording, log or dump to JSON. */
  static Map<String, Object> of(SessionDiagnosis session) {
    Map<String, Object> described =
        new SessionJson(EpochTime::format).describe(session.state(), session.isStalled());
    described.put("initialSessionWindow", session.initialSessionWindow());
    described.put("initialStreamWindow", session.initialStreamWindow());
    described.put("maxOpenStreams", session.maxOpenStreams());
    described.put("peakUnreadBytes", session.peakUnreadBytes());
    described.put("windowUpdatesSent", session.windowUpdatesSent());
    described.put("sessionStalls", session.sessionStalls().count());
    described.put("sessionStallMillis", toMillis(session.sessionStalls().totalNanos()));
    described.put("streamStalls", session.streamStalls().count());
    described.put("streamStallMillis", toMillis(session.streamStalls().totalNanos()));
    return described;
  }

  /** Converts a period with an exhausted window to JSON. */
  static Map<String, Object> of(StallEpisode stall) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("session", stall.session());
    described.put("role", stall.role().toString());
    described.put("stream", stall.streamId());
    described.put("window", stall.window().toString());
    described.put("since", EpochTime.format(stall.startNanos()));
    described.put("millis", toMillis(stall.durationNanos()));
    described.put("ended", stall.hasWindowReopened());
    return described;
  }

  private static long toMillis(long nanos) {
    return Math.round(nanos / 1e6);
  }

  public Map<String, Object> describe(SessionState session, boolean stalled) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("id", session.id());
    described.put("role", session.role().toString());
    described.put("owner", session.owner());
    described.put("local", session.localAddress());
    described.put("remote", session.remoteAddress());
    described.put("stalled", stalled);
    described.put("stalledSince", stalled ? formatTime(session.stalledSinceNanos()) : null);
    described.put("exhaustedSince", formatTime(session.exhaustedSinceNanos()));
    described.put("receiveWindow", session.receiveWindow());
    described.put("sendWindow", session.sendWindow());
    described.put("unreadBytes", session.unreadBytes());
    described.put("unacknowledgedBytes", session.unacknowledgedBytes());
    described.put("cancelledBytes", session.cancelledBytes());
    described.put("unheardStreams", session.unseenStreams());
    described.put(
        "streams",
        session.streams().stream()
            .map(
                stream ->
                    describe(
                        stream,
                        stalled
                            && session.mayBlockReader()
                            && session.awaitedStreams().contains(stream)))
            .toList());
    return described;
  }

  /** Adds the finding and the cause of a hang to a report. */
  public static void putFinding(
      Map<String, Object> report, Finding finding, Optional<StallCause> cause) {
    report.put("verdict", finding.name());
    report.put("cause", cause.map(StallCause::name).orElse(null));
  }

  /**
   * Adds the identifiers of the verdict's session and of the streams that a reader waits for. The
   * session is null if the verdict has none.
   */
  public static void putSubject(Map<String, Object> report, Verdict verdict) {
    report.put("session", verdict.session().map(SessionState::id).orElse(null));
    report.put("waitsForStreams", verdict.awaitedStreamIds());
  }

  private String formatTime(OptionalLong nanos) {
    return nanos.isPresent() ? timeFormat.apply(nanos.getAsLong()) : null;
  }

  private static ObjectNode describe(StreamState stream, boolean starved) {
    ObjectNode described = Json.MAPPER.valueToTree(stream);
    described.remove("waiting");
    return described.put("starved", starved);
  }
}
