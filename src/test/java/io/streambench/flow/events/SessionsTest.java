package io.streambench.flow.events;

import static io.streambench.flow.events.Session.UNKNOWN_ADDRESS;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SessionsTest {
  private static final String LOCAL = "127.0.0.1:1";
  private static final String REMOTE = "127.0.0.1:2";

  private final Sessions sessions = Golden.sessions();

  private Session loggedSession(String local, String remote) {
    return sessions.findOrCreate("a", Role.CLIENT, "", local, remote);
  }

  private Session sessionWithUnknownAddresses(Role role) {
    return sessions.findOrCreate("a", role, "", UNKNOWN_ADDRESS, UNKNOWN_ADDRESS);
  }

  @Test
  void matchesRecordedSessionWithoutAddressesToLog() {
    Session session = loggedSession(LOCAL, REMOTE);
    assertThat(sessionWithUnknownAddresses(Role.CLIENT)).isSameAs(session);
    assertThat(session.localAddress()).as("what the log told stays").isEqualTo(LOCAL);
  }

  @Test
  void matchesLogToRecordedSessionWithoutAddresses() {
    Session session = sessionWithUnknownAddresses(Role.CLIENT);
    assertThat(loggedSession(LOCAL, REMOTE)).isSameAs(session);
    assertThat(session.remoteAddress()).isEqualTo(REMOTE);
    assertThat(sessions.findOrCreate("a", Role.CLIENT, "owner", LOCAL, REMOTE)).isSameAs(session);
  }

  @Test
  void matchesSessionKnownOnlyByStreamToRecording() {
    Session session = sessions.newestWithHash("a");
    assertThat(sessions.findOrCreate("a", Role.CLIENT, "owner", LOCAL, REMOTE)).isSameAs(session);
    assertThat(session.owner()).isEqualTo("owner");
    assertThat(loggedSession(LOCAL, REMOTE)).isSameAs(session);
  }

  @Test
  void distinguishesOtherEndAndOtherConnection() {
    Session session = loggedSession(LOCAL, REMOTE);
    assertThat(sessionWithUnknownAddresses(Role.SERVER)).isNotSameAs(session);
    assertThat(loggedSession("127.0.0.1:3", REMOTE)).isNotSameAs(session);
  }

  @Test
  void doesNotGuessBetweenTwoSessions() {
    Session one = loggedSession(LOCAL, REMOTE);
    Session other = loggedSession("127.0.0.1:3", REMOTE);
    assertThat(sessionWithUnknownAddresses(Role.CLIENT)).isNotIn(one, other);
  }
}
