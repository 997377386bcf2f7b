package io.streambench.flow.events;

import static io.streambench.flow.events.Session.UNKNOWN_ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final String LOCAL = "127.0.0.1:1";
  private static final String REMOTE = "127.0.0.1:2";

  private final Sessions sessions = Golden.sessions();

  private Session log(String local, String remote) {
    return sessions.findOrCreate("a", Role.CLIENT, "", local, remote);
  }

  private Session recordedInTheMiddle(Role role) {
    return sessions.findOrCreate("a", role, "", UNKNOWN_ADDRESS, UNKNOWN_ADDRESS);
  }

  @Test
  void aRecordingThatHasNotToldTheAddressesYetMeansTheSessionOfTheLog() {
    Session session = log(LOCAL, REMOTE);
    assertThat(recordedInTheMiddle(Role.CLIENT)).isSameAs(session);
    assertThat(session.localAddress()).as("what the log told stays").isEqualTo(LOCAL);
  }

  @Test
  void aLogMeansTheSessionOfARecordingThatHasNotToldTheAddressesYet() {
    Session session = recordedInTheMiddle(Role.CLIENT);
    assertThat(log(LOCAL, REMOTE)).isSameAs(session);
    assertThat(session.remoteAddress()).isEqualTo(REMOTE);
    assertThat(sessions.findOrCreate("a", Role.CLIENT, "owner", LOCAL, REMOTE)).isSameAs(session);
  }

  @Test
  void aSessionOfWhichOnlyAStreamWasNamedIsTheRecordedOne() {
    Session session = sessions.newestWithHash("a");
    assertThat(sessions.findOrCreate("a", Role.CLIENT, "owner", LOCAL, REMOTE)).isSameAs(session);
    assertThat(session.owner()).isEqualTo("owner");
    assertThat(log(LOCAL, REMOTE)).isSameAs(session);
  }

  @Test
  void theOtherEndAndAnotherConnectionAreOtherSessions() {
    Session session = log(LOCAL, REMOTE);
    assertThat(recordedInTheMiddle(Role.SERVER)).isNotSameAs(session);
    assertThat(log("127.0.0.1:3", REMOTE)).isNotSameAs(session);
  }

  @Test
  void whereTwoSessionsCouldBeMeantNeitherIsGuessed() {
    Session one = log(LOCAL, REMOTE);
    Session other = log("127.0.0.1:3", REMOTE);
    assertThat(recordedInTheMiddle(Role.CLIENT)).isNotIn(one, other);
  }
}
