package io.streambench.report;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.predict.SafeWindowRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways out of a hang that a source tells of, with windows by the safe-window rule. */
public final class Advice {
  private Advice() {}

  /**
   * One line for each way out, those first that a stock Solr has. Figures only where the receiving
   * end was seen: the receive windows of an end that may not send have no part in its stall.
   *
   * @param session the one that the verdict is about
   * @param bufferRatio of Jetty's strategy
   */
  public static List<String> of(
      Verdict verdict, Optional<SessionDiagnosis> session, double bufferRatio) {
    List<String> ways = new ArrayList<>(CauseAdvice.of(verdict));
    if (verdict.cause().equals(Optional.of(StallCause.SESSION_WINDOW))) {
      session.ifPresent(one -> ways.addAll(windows(one, bufferRatio)));
    }
    return ways;
  }

  private static List<String> windows(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().exhausted() || session.state().unreadBytes() == 0) {
      return List.of(
          "Which windows would do can be calculated from a log or a recording of the receiving end.");
    }
    int streams =
        Math.max(session.maxOpenStreams(), session.state().streams().size())
            + session.state().unheardStreams();
    if (streams < 2 || session.streamWindow() <= 0 || session.sessionWindow() <= 0) {
      return List.of();
    }
    SafeWindowRule rule =
        new SafeWindowRule(streams, session.streamWindow(), session.sessionWindow(), bufferRatio);
    List<String> ways = new ArrayList<>();
    ways.add(
        Text.of(
            "With that jar: a stream window of at most %,d bytes (solr.http2.initialStreamRecvWindow), for %d streams on a session window of %,d.",
            rule.largestSafeStreamWindow(), streams, session.sessionWindow()));
    if (rule.smallestSafeSessionWindow() <= SafeWindowRule.MAX_WINDOW) {
      ways.add(
          Text.of(
              "With that jar: a session window of at least %,d bytes (solr.http2.initialSessionRecvWindow), for %d streams of %,d.",
              rule.smallestSafeSessionWindow(), streams, session.streamWindow()));
    }
    return ways;
  }
}
