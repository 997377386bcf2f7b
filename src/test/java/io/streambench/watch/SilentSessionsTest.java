package io.streambench.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.Role;
import io.streambench.recording.JettyView;
import io.streambench.recording.SessionAccount;
import io.streambench.recording.SessionLedger;
import io.streambench.recording.SessionOwner;
import io.streambench.watch.WatchStatus.SilentSession;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class SilentSessionsTest {
  private static final int WINDOW = 100_000;

  private final Session session = new Session();
  private final SessionAccount account =
      new SessionLedger().account(session, new SessionOwner(Role.CLIENT, ""), WINDOW);
  private final SilentSessions silence = new SilentSessions(Duration.ofSeconds(10));

  private static final class Session implements JettyView.OfSession {
    private int window = WINDOW;

    @Override
    public int hash() {
      return 0x1a2b;
    }

    @Override
    public int receiveWindow() {
      return window;
    }

    @Override
    public int sendWindow() {
      return WINDOW;
    }

    @Override
    public boolean closed() {
      return false;
    }

    @Override
    public String localAddress() {
      return "10.0.0.1:50000";
    }

    @Override
    public String remoteAddress() {
      return "10.0.0.2:8983";
    }
  }

  private void receive(int bytes) {
    account.receiving(0, bytes);
    session.window -= bytes;
    account.received(null, bytes);
  }

  private List<SilentSession> after(long seconds) {
    return silence.look(List.of(account), TimeUnit.SECONDS.toNanos(seconds));
  }

  @Test
  void aSessionIsSilentOnceItHasBeenWithoutWindowForAsLongAsAsked() {
    receive(WINDOW);
    assertThat(after(100)).isEmpty();
    assertThat(after(109)).isEmpty();
    assertThat(after(110)).containsExactly(new SilentSession("1a2b", "10.0.0.2:8983", 10, WINDOW));
    assertThat(after(125)).extracting(SilentSession::seconds).containsExactly(25L);
  }

  @Test
  void whatIsReadWithoutCreditBeginsTheSilenceAnew() {
    receive(WINDOW);
    after(100);
    account.consumed(0, 1);
    assertThat(after(110)).isEmpty();
    assertThat(after(119)).isEmpty();
    assertThat(after(120)).extracting(SilentSession::unreadBytes).containsExactly(WINDOW - 1L);
  }

  @Test
  void aSessionWithWindowIsNeverSilent() {
    receive(WINDOW - 1);
    after(100);
    assertThat(after(1_000)).isEmpty();
  }

  @Test
  void aSessionThatGotCreditAndUsedItUpIsSilentFromThenOnOnly() {
    receive(WINDOW);
    after(100);
    account.consumed(0, WINDOW);
    session.window = WINDOW;
    account.credited(0, WINDOW);
    after(105);
    receive(WINDOW);
    after(108);
    assertThat(after(117)).isEmpty();
    assertThat(after(118)).hasSize(1);
  }
}
