package io.streambench.merge.jetty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.junit.jupiter.api.Test;

class UnreadCounterTest {
  private static final int REFUSED = 13;

  private final UnreadCounter counter = new UnreadCounter();
  private final List<String> told = new ArrayList<>();

  /** Says what it is told, which is all that is asked of it here. */
  private FlowControlStrategy counted() {
    return counter
        .counting(
            () ->
                new BufferingFlowControlStrategy(0.5f) {
                  @Override
                  public void onDataReceived(ISession session, IStream stream, int length) {
                    told.add("received " + length);
                  }

                  @Override
                  public void onDataConsumed(ISession session, IStream stream, int length) {
                    if (length == REFUSED) {
                      throw new IllegalStateException("refused");
                    }
                    told.add("consumed " + length);
                  }
                })
        .newFlowControlStrategy();
  }

  @Test
  void theMostThatLayUnreadAtOneMomentOnAllSessionsIsKept() {
    FlowControlStrategy one = counted();
    FlowControlStrategy other = counted();
    one.onDataReceived(null, null, 10);
    other.onDataReceived(null, null, 5);
    one.onDataConsumed(null, null, 10);
    other.onDataReceived(null, null, 7);
    assertThat(counter.mostBytes()).isEqualTo(15);
    assertThat(told).containsExactly("received 10", "received 5", "consumed 10", "received 7");
  }

  @Test
  void whatTheStrategyThrowsIsThrownAsItIs() {
    FlowControlStrategy one = counted();
    assertThatThrownBy(() -> one.onDataConsumed(null, null, REFUSED))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("refused");
  }
}
