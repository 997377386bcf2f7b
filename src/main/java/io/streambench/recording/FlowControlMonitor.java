package io.streambench.recording;

import io.streambench.analysis.SessionState;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.FlowControlStrategy;

/** Knows every HTTP/2 session whose strategy it made. Thread-safe. */
public final class FlowControlMonitor extends SessionLedger {
  public record Sharing(int sessions, int maxStreamsPerSession) {}

  /** A factory that adds accounting to these strategies, unless it does so already. */
  public FlowControlStrategy.Factory observing(
      FlowControlStrategy.Factory strategies, SessionOwner owner) {
    return strategies instanceof ObservingFactory
        ? strategies
        : new ObservingFactory(this, strategies, owner);
  }

  /** The factory that controls the flow, with the accounting of any monitor taken away. */
  public static FlowControlStrategy.Factory unobserved(FlowControlStrategy.Factory factory) {
    return factory instanceof ObservingFactory observing ? observing.strategies : factory;
  }

  public List<SessionState> sessions(Predicate<SessionOwner> owners) {
    return owned(owners).filter(account -> !account.closed()).map(SessionAccount::state).toList();
  }

  /** The URL of a stream's request, without the query, while the stream is open. */
  public Optional<String> url(String session, int stream) {
    return accounts().stream()
        .filter(account -> account.id.equals(session))
        .flatMap(account -> account.streams().stream())
        .filter(account -> account.id == stream)
        .flatMap(account -> account.url().stream())
        .findFirst();
  }

  /** No reading is under way: open streams only lack a closing frame, and are forgotten. */
  public void nobodyReads(Predicate<SessionOwner> owners) {
    owned(owners).forEach(SessionAccount::forgetOpenStreams);
  }

  /** The number of sessions, closed ones included, and the most streams open at a time on one. */
  public Sharing sharing(Predicate<SessionOwner> owners) {
    List<SessionAccount> owned = owned(owners).toList();
    return new Sharing(
        owned.size(), owned.stream().mapToInt(SessionAccount::maxOpenStreams).max().orElse(0));
  }

  public FlowControlTotals totals(Predicate<SessionOwner> owners) {
    return owned(owners)
        .map(SessionAccount::takeTotals)
        .reduce(FlowControlTotals.NONE, FlowControlTotals::plus);
  }

  private Stream<SessionAccount> owned(Predicate<SessionOwner> owners) {
    return accounts().stream().filter(account -> owners.test(account.owner));
  }

  private record ObservingFactory(
      SessionLedger ledger, FlowControlStrategy.Factory strategies, SessionOwner owner)
      implements FlowControlStrategy.Factory {
    @Override
    public FlowControlStrategy newFlowControlStrategy() {
      return new AccountingFlowControl(strategies.newFlowControlStrategy(), ledger, owner);
    }
  }
}
