package io.streambench.flow.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Checks the rule against every order of events in sessions that are small enough for an exhaustive
 * search.
 */
class ExhaustiveSearchTest {
  private static final int MAX_STREAMS = 3;
  private static final int MAX_WINDOW = 14;
  private static final double[] RATIOS = {0.25, 0.5, 0.75};

  private int cases;
  private int stalls;
  private long states;

  private void search(boolean fresh, Predicate<SafeWindowRule> filter) {
    for (int streams = 2; streams <= MAX_STREAMS; streams++) {
      for (int session = 2; session <= MAX_WINDOW; session++) {
        for (int stream = 1; stream <= session; stream++) {
          for (double ratio : RATIOS) {
            for (int response = 1; response <= stream + 1; response++) {
              long bytes = response <= stream ? response : SafeWindowRule.ANY_RESPONSE_BYTES;
              SafeWindowRule rule =
                  new SafeWindowRule(streams, stream, session, ratio, bytes, fresh, 1);
              if (filter.test(rule)) {
                search(rule);
              }
            }
          }
        }
      }
    }
  }

  private void search(SafeWindowRule rule) {
    SessionSearch search = new SessionSearch(rule);
    cases++;
    stalls += search.canStall() ? 1 : 0;
    states += search.stateCount();
  }

  @Tag("slow")
  @Test
  void safeSessionsNeverStall() {
    search(false, SafeWindowRule::isSafe);
    assertThat(cases).isEqualTo(1_753);
    assertThat(stalls).isZero();
    assertThat(states).isGreaterThan(5_000_000);
  }

  /** Responses of one byte are the exception: all that can be withheld of them is a whole chunk. */
  @Test
  void mostSessionsOnBoundaryCanStall() {
    search(false, SafeWindowRule::isOnBoundary);
    assertThat(cases).isEqualTo(362);
    assertThat(stalls).isEqualTo(343);
  }

  @Tag("slow")
  @Test
  void almostAllSessionsAboveBoundaryCanStall() {
    search(false, rule -> rule.zone() != Zone.SAFE && !rule.isOnBoundary());
    assertThat(cases).isEqualTo(1_863);
    assertThat(stalls).isEqualTo(1_860);
  }

  @Test
  void responsesThatFitFreshSessionNeverStall() {
    search(true, rule -> rule.isSafe() && rule.maxUnread() >= rule.usableWindow());
    assertThat(cases).isEqualTo(536);
    assertThat(stalls).isZero();
  }
}
