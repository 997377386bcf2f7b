package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests the replayed window with lines of a log in any order in which threads can write them. */
class ReplayedWindowTest {
  private static final long THRESHOLD = 500;
  private final ReplayedWindow account = new ReplayedWindow(0.5);

  private void apply(String line) {
    String[] words = line.split(" ");
    long one = Long.parseLong(words[1]);
    long other = Long.parseLong(words[2]);
    switch (words[0]) {
      case "received" -> accept(EventCause.DATA_RECEIVED, one - other, other, UNKNOWN);
      case "consumed" -> accept(EventCause.DATA_CONSUMED, one, UNKNOWN, other);
      default -> accept(EventCause.WINDOW_UPDATE_SENT, one, other, 0);
    }
  }

  private void accept(EventCause cause, long bytes, long after, long unacknowledged) {
    account.accept(
        Events.logged(
            0,
            new Session("1", Role.CLIENT, "", "", ""),
            0,
            cause,
            bytes,
            after,
            unacknowledged,
            THRESHOLD));
  }

  /**
   * The lines contain the window before and after, or bytes and level, or credit and the window
   * shown.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          unread is what the window lacks|received 1000 300, consumed 200 200|300|500|200
          begins in the middle|received 400 300, consumed 10 200|300|500|200
          credit is not unread|received 1000 200, consumed 600 600, credit 600 800|800|200|0
          a line of before the credit|received 1000 200, consumed 600 600, credit 600 800, received 200 150|750|250|0
          the credit has shown its bytes|received 1000 200, consumed 600 600, credit 600 750, received 200 150|750|250|0
          and a line after it|received 1000 200, consumed 600 600, credit 600 750, received 200 150, received 750 700|700|300|0
          an overtaken level|received 1000 200, consumed 10 120, consumed 10 110|200|680|120
          an odd size|received 1001 900, consumed 1 1|900|100|1
          """)
  void accountsForLinesInAnyOrder(
      String name, String lines, long window, long unread, long unacknowledged) {
    for (String line : lines.split(", ")) {
      apply(line);
    }
    assertThat(account.window()).isEqualTo(window);
    assertThat(account.unreadBytes(account.initialWindow())).isEqualTo(unread);
    assertThat(account.unacknowledgedBytes()).isEqualTo(unacknowledged);
  }
}
