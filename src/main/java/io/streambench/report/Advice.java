package io.streambench.report;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.config.Text;
import io.streambench.predict.SafeWindowRule;
import java.util.ArrayList;
import java.util.List;

/** What would have kept a session from stalling, by the safe-window rule, in sentences. */
public final class Advice {
  private static final String HTTP1 =
      "HTTP/1.1, which has no window that streams share (-Dsolr.http1=true)";

  private Advice() {}

  /**
   * One line for each way out, the cheapest first. Figures only where the receiving end was seen:
   * the receive windows of an end that may not send have no part in its stall.
   *
   * @param bufferRatio of Jetty's strategy
   */
  public static List<String> of(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().starves()) {
      return List.of(
          "windows of the receiving end, by which it can be reckoned from that end's log or recording"
              + " which would do",
          HTTP1);
    }
    int streams = Math.max(session.maxOpenStreams(), session.state().streams().size());
    if (streams < 2 || session.streamWindow() <= 0 || session.sessionWindow() <= 0) {
      return List.of(HTTP1);
    }
    SafeWindowRule rule =
        new SafeWindowRule(streams, session.streamWindow(), session.sessionWindow(), bufferRatio);
    List<String> ways = new ArrayList<>();
    ways.add(
        Text.of(
            "a stream window of at most %,d bytes (solr.http2.initialStreamRecvWindow), for %d streams on a session window of %,d",
            rule.largestSafeStreamWindow(), streams, session.sessionWindow()));
    if (rule.smallestSafeSessionWindow() <= SafeWindowRule.MAX_WINDOW) {
      ways.add(
          Text.of(
              "a session window of at least %,d bytes (solr.http2.initialSessionRecvWindow), for %d streams of %,d",
              rule.smallestSafeSessionWindow(), streams, session.streamWindow()));
    }
    ways.add(HTTP1);
    return ways;
  }
}
