package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Finding;
import io.streambench.analysis.Outcome;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Tests the advice for sessions with a window of 1 MiB, and streams with one of 512 KiB. */
class AdviceTest {
  private static List<String> windows(int streams) {
    SessionDiagnosis session = Diagnoses.stalledWith("1a2b3c4d", streams).sessions().get(0);
    Verdict verdict =
        new Verdict(
            Outcome.STALLED,
            Finding.STALLED,
            Optional.of(StallCause.SESSION_WINDOW),
            "why",
            Optional.of(session.state()),
            List.of(),
            List.of(session.state()));
    List<String> ways = Way.details(Advice.of(verdict, Optional.of(session), 0.5));
    assertThat(ways).startsWith(CauseAdvice.of(verdict).toArray(String[]::new));
    return ways.subList(CauseAdvice.of(verdict).size(), ways.size());
  }

  @Test
  void windowsAreTheExactPropertiesForJettysStrategy() {
    assertThat(windows(3))
        .containsExactly(
            "With that jar: -Dstreambench.flowControl=buffering"
                + " -Dsolr.http2.initialStreamRecvWindow=262143."
                + " This is safe for 3 streams with a session window of 1,048,576 "
                + "bytes.",
            "With that jar: -Dstreambench.flowControl=buffering"
                + " -Dsolr.http2.initialSessionRecvWindow=2097153."
                + " This is safe for 3 streams with a window of 524,288 bytes each.");
  }

  @Test
  void aStreamWindowThatTheRepairRefusesIsNotAdvised() {
    assertThat(windows(9)).hasSize(2).first().asString().contains("StreamRecvWindow=65535.");
    assertThat(windows(10)).hasSize(1).first().asString().contains("SessionRecvWindow=");
  }

  @Test
  void aSessionWindowThatHttp2DoesNotHaveIsNotAdvised() {
    assertThat(windows(3000)).isEmpty();
  }
}
