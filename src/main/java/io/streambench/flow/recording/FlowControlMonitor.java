package io.streambench.flow.recording;

import io.streambench.flow.rule.SessionState;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.FlowControlStrategy;

/**
 * Observes every HTTP/2 session whose strategy comes from one of its factories. Keeps an account of
 * each session, and owns the recorder of all changes. Thread-safe.
 */
public final class FlowControlMonitor implements FlowControlRecording.Source {
  final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
  private final Set<SessionAccount> recordedClosed = ConcurrentHashMap.newKeySet();
  private final FlowControlRecorder recorder = new FlowControlRecorder();

  public record Sharing(int sessionCount, int maxStreamsPerSession) {}

  /** Returns a factory that adds accounting to strategies, unless they already have it. */
  public FlowControlStrategy.Factory observing(
      FlowControlStrategy.Factory strategies, SessionOwner owner) {
    return strategies instanceof ObservingFactory
        ? strategies
        : new ObservingFactory(this, strategies, owner);
  }

  /** Returns the original factory, without the accounting of any monitor. */
  public static FlowControlStrategy.Factory unobserved(FlowControlStrategy.Factory factory) {
    return factory instanceof ObservingFactory observing ? observing.strategies : factory;
  }

  /** Opens the account of a session that has just begun. */
  SessionAccount account(JettyView.SessionView session, SessionOwner owner) {
    SessionAccount account = new SessionAccount(session, owner, recorder);
    accounts.add(account);
    recorder.opened(account);
    return account;
  }

  /** Prepares a recording; {@code folder} is for data that does not fit into memory. */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, folder);
  }

  /** Starts to record. Earlier changes are not recorded. */
  @Override
  public void begin() {
    accounts.stream().filter(SessionAccount::isClosed).forEach(recordedClosed::add);
    recorder.begin();
  }

  @Override
  public void recordStates() {
    recordedClosed.retainAll(accounts);
    for (SessionAccount session : accounts) {
      if (!session.isClosed()) {
        recorder.state(session);
      } else if (recordedClosed.add(session)) {
        recorder.closed(session);
      }
    }
  }

  @Override
  public long eventsMade() {
    return recorder.eventsMade();
  }

  public List<SessionState> sessions(Predicate<SessionOwner> owners) {
    return owned(owners)
        .filter(account -> !account.isClosed())
        .map(SessionAccount::snapshot)
        .toList();
  }

  /** Returns the URL of a stream's request without the query; empty if unknown or closed. */
  public Optional<String> url(String session, int stream) {
    return accounts.stream()
        .filter(account -> account.id.equals(session))
        .flatMap(account -> account.streams().stream())
        .filter(account -> account.id == stream)
        .flatMap(account -> account.url().stream())
        .findFirst();
  }

  /**
   * Forgets open streams. Call it while nothing is being read: such streams only lack a closing
   * frame.
   */
  public void forgetOpenStreams(Predicate<SessionOwner> owners) {
    owned(owners).forEach(SessionAccount::forgetOpenStreams);
  }

  /** Returns the number of sessions, open or closed, and the most concurrent streams on one. */
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
    return accounts.stream().filter(account -> owners.test(account.owner));
  }

  private record ObservingFactory(
      FlowControlMonitor monitor, FlowControlStrategy.Factory strategies, SessionOwner owner)
      implements FlowControlStrategy.Factory {
    @Override
    public FlowControlStrategy newFlowControlStrategy() {
      return new AccountingFlowControl(strategies.newFlowControlStrategy(), monitor, owner);
    }
  }
}
