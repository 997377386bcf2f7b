package io.streambench.recording;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The accounts of all observed sessions and their recorder, independent of Jetty. Thread-safe. */
public class SessionLedger implements FlowControlRecording.Source {
  private final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
  private final Set<SessionAccount> recordedClosed = ConcurrentHashMap.newKeySet();
  private final FlowControlRecorder recorder = new FlowControlRecorder();

  /** Creates the account of a session. Call {@link #enter} to have it counted and recorded. */
  public SessionAccount account(
      JettyView.OfSession session, SessionOwner owner, int initialStreamWindow) {
    return new SessionAccount(session, owner, recorder, initialStreamWindow);
  }

  /** Adds a session with its current streams. */
  public SessionAccount enter(SessionAccount account) {
    accounts.add(account);
    recorder.opened(account);
    return account;
  }

  /** Prepares a recording; {@code folder} is for data that does not fit into memory. */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, Optional.of(folder));
  }

  /** Starts to record. Earlier changes are not recorded. */
  @Override
  public void begin() {
    accounts.stream().filter(SessionAccount::closed).forEach(recordedClosed::add);
    recorder.begin();
  }

  @Override
  public void states() {
    recordedClosed.retainAll(accounts);
    for (SessionAccount session : accounts) {
      if (!session.closed()) {
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

  /** All accounts, including those of closed sessions. */
  Collection<SessionAccount> accounts() {
    return Collections.unmodifiableCollection(accounts);
  }
}
