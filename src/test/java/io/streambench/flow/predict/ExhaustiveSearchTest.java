package io.streambench.flow.predict;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The rule against every order of events there is, in sessions that are small enough to try them
 * all.
 */
class ExhaustiveSearchTest {
  private static final int MOST_STREAMS = 3;
  private static final int MOST_WINDOW = 14;
  private static final double[] RATIOS = {0.25, 0.5, 0.75};

  private int cases;
  private int stalls;
  private long states;

  private void search(boolean fresh, Predicate<SafeWindowRule> which) {
    for (int streams = 2; streams <= MOST_STREAMS; streams++) {
      for (int session = 2; session <= MOST_WINDOW; session++) {
        for (int stream = 1; stream <= session; stream++) {
          for (double ratio : RATIOS) {
            for (int response = 1; response <= stream + 1; response++) {
              long bytes = response <= stream ? response : SafeWindowRule.ANY_RESPONSE_BYTES;
              SafeWindowRule rule =
                  new SafeWindowRule(streams, stream, session, ratio, bytes, fresh, 1);
              if (which.test(rule)) {
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
    stalls += search.stalls() ? 1 : 0;
    states += search.states();
  }

  @Tag("slow")
  @Test
  void strictlyBelowTheLineNoOrderOfEventsStalls() {
    search(false, SafeWindowRule::isSafe);
    assertThat(cases).isEqualTo(1_753);
    assertThat(stalls).isZero();
    assertThat(states).isGreaterThan(5_000_000);
  }

  /** But for responses of one byte: of these nothing can be kept back that is not a whole chunk. */
  @Test
  void onTheLineMostSessionsCanStall() {
    search(false, SafeWindowRule::isOnBoundary);
    assertThat(cases).isEqualTo(362);
    assertThat(stalls).isEqualTo(343);
  }

  @Tag("slow")
  @Test
  void aboveItAlmostAllCan() {
    search(false, rule -> rule.zone() != Zone.SAFE && !rule.isOnBoundary());
    assertThat(cases).isEqualTo(1_863);
    assertThat(stalls).isEqualTo(1_860);
  }

  @Test
  void whatFitsIntoAFreshSessionAsAWholeNeverStallsThere() {
    search(true, rule -> rule.isSafe() && rule.maxUnread() >= rule.usableWindow());
    assertThat(cases).isEqualTo(536);
    assertThat(stalls).isZero();
  }
}
