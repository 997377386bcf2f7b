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
 * Monitors the HTTP/2 sessions whose flow-control strategies come from the factories of this
 * monitor. Keeps the byte counts of each session, and records every change. Thread-safe.
 */
public final class FlowControlMonitor implements FlowControlRecording.Source {
  final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
  private final Set<SessionAccount> recordedClosedAccounts = ConcurrentHashMap.newKeySet();
  private final FlowControlRecorder recorder = new FlowControlRecorder();

  /** The number of sessions, and the maximum number of concurrent streams on one session. */
  public record SessionSharing(int sessionCount, int maxStreamsPerSession) {}

  /**
   * Returns a factory whose sessions are monitored. Returns the same factory if it is already
   * wrapped.
   */
  public FlowControlStrategy.Factory observe(
      FlowControlStrategy.Factory strategies, SessionOwner owner) {
    return strategies instanceof ObservingFactory
        ? strategies
        : new ObservingFactory(this, strategies, owner);
  }

  /** Returns the factory that a monitor has wrapped, or the argument if it is not wrapped. */
  public static FlowControlStrategy.Factory unwrap(FlowControlStrategy.Factory factory) {
    return factory instanceof ObservingFactory observing ? observing.delegate : factory;
  }

  /** Creates the account of a new session. */
  SessionAccount openAccount(JettyView.SessionView session, SessionOwner owner) {
    SessionAccount account = new SessionAccount(session, owner, recorder);
    accounts.add(account);
    recorder.recordOpened(account);
    return account;
  }

  /** Prepares a recording that keeps its temporary files in {@code folder} if possible. */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, folder);
  }

  /** Starts recording. Flow-control changes before this call are not recorded. */
  @Override
  public void begin() {
    accounts.stream().filter(SessionAccount::isClosed).forEach(recordedClosedAccounts::add);
    recorder.begin();
  }

  @Override
  public void recordStates() {
    recordedClosedAccounts.retainAll(accounts);
    for (SessionAccount session : accounts) {
      if (!session.isClosed()) {
        recorder.recordState(session);
      } else if (recordedClosedAccounts.add(session)) {
        recorder.recordClosed(session);
      }
    }
  }

  @Override
  public long emittedEventCount() {
    return recorder.emittedEventCount();
  }

  /** Returns the states of the open sessions of the matching owners. */
  public List<SessionState> sessions(Predicate<SessionOwner> owners) {
    return accountsOwnedBy(owners)
        .filter(account -> !account.isClosed())
        .map(SessionAccount::snapshot)
        .toList();
  }

  /** Returns the URL of a stream's request without the query string; empty if unknown. */
  public Optional<String> requestUrl(String session, int stream) {
    return accounts.stream()
        .filter(account -> account.id.equals(session))
        .flatMap(account -> account.streams().stream())
        .filter(account -> account.id == stream)
        .flatMap(account -> account.url().stream())
        .findFirst();
  }

  /** Resets the count of open streams. Call this method only while no response is being read. */
  public void resetOpenStreams(Predicate<SessionOwner> owners) {
    accountsOwnedBy(owners).forEach(SessionAccount::resetOpenStreams);
  }

  /** Returns how the streams of the matching owners share sessions, including closed sessions. */
  public SessionSharing sharing(Predicate<SessionOwner> owners) {
    List<SessionAccount> owned = accountsOwnedBy(owners).toList();
    return new SessionSharing(
        owned.size(), owned.stream().mapToInt(SessionAccount::maxOpenStreams).max().orElse(0));
  }

  /**
   * Returns the combined totals of the matching owners' sessions. Resets the peak of unread bytes
   * in each of these sessions.
   */
  public FlowControlTotals takeTotals(Predicate<SessionOwner> owners) {
    return accountsOwnedBy(owners)
        .map(SessionAccount::takeTotals)
        .reduce(FlowControlTotals.NONE, FlowControlTotals::plus);
  }

  private Stream<SessionAccount> accountsOwnedBy(Predicate<SessionOwner> owners) {
    return accounts.stream().filter(account -> owners.test(account.owner));
  }

  private record ObservingFactory(
      FlowControlMonitor monitor, FlowControlStrategy.Factory delegate, SessionOwner owner)
      implements FlowControlStrategy.Factory {
    @Override
    public FlowControlStrategy newFlowControlStrategy() {
      return new AccountingFlowControl(delegate.newFlowControlStrategy(), monitor, owner);
    }
  }
}
