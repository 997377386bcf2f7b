package io.streambench.report.diagnosis;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.SafeWindowRule;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.RepairSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ways out of a hang that a source tells of, with windows by the safe-window rule. */
final class Advice {
  private Advice() {}

  /**
   * One line for each way out, those first that a stock Solr has. Figures only where the receiving
   * end was seen: the receive windows of an end that may not send have no part in its stall.
   *
   * @param session the one that the verdict is about
   * @param bufferRatio of Jetty's strategy
   */
  static List<Way> of(Verdict verdict, Optional<SessionDiagnosis> session, double bufferRatio) {
    return withWindows(CauseAdvice.ways(verdict), verdict, session, bufferRatio);
  }

  /** The same for one moment, as a heap dump has it: there are no later lines to look for. */
  static List<Way> ofMoment(
      Verdict verdict, Optional<SessionDiagnosis> session, double bufferRatio) {
    List<Way> ways = verdict.cause().isEmpty() ? List.<Way>of() : CauseAdvice.ofMoment(verdict);
    return withWindows(ways, verdict, session, bufferRatio);
  }

  private static List<Way> withWindows(
      List<Way> first, Verdict verdict, Optional<SessionDiagnosis> session, double bufferRatio) {
    List<Way> ways = new ArrayList<>(first);
    if (verdict.cause().equals(Optional.of(StallCause.SESSION_WINDOW))) {
      session.ifPresent(
          one -> windows(one, bufferRatio).forEach(window -> ways.add(new Way("", window))));
    }
    return ways;
  }

  private static List<String> windows(SessionDiagnosis session, double bufferRatio) {
    if (!session.state().exhausted() || session.state().unreadBytes() == 0) {
      return List.of(
          "For safe windows, analyze a log or a recording of the receiving end: "
              + "./streambench analyze FILE");
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
    long smaller = rule.largestSafeStreamWindow();
    if (isAllowed(smaller)) {
      ways.add(
          withJar(RepairSettings.STREAM_WINDOW_PROPERTY, smaller)
              + Text.of(
                  " This is safe for %d streams with a session window of %,d bytes.",
                  streams, session.sessionWindow()));
    }
    long larger = rule.smallestSafeSessionWindow();
    if (isAllowed(larger)) {
      ways.add(
          withJar(RepairSettings.SESSION_WINDOW_PROPERTY, larger)
              + Text.of(
                  " This is safe for %d streams with a window of %,d bytes each.",
                  streams, session.streamWindow()));
    }
    return ways;
  }

  /** Returns whether the repair accepts a window; with any other it stays off. */
  private static boolean isAllowed(long window) {
    return window >= RecvWindow.MIN_BYTES && window <= RecvWindow.MAX_BYTES;
  }

  /** Windows are a way out for Jetty's strategy; the repair's own needs none. */
  private static String withJar(String property, long window) {
    return Text.of(
        "With that jar: -D%s=%s -D%s=%d.",
        RepairSettings.KIND_PROPERTY, FlowControlKind.BUFFERING, property, window);
  }
}
