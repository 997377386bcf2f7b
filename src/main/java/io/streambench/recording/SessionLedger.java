package io.streambench.recording;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The accounts of all observed sessions, and their recorder, without any Jetty. Thread-safe. */
public class SessionLedger implements FlowControlRecording.Source {
  private final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
  private final Set<SessionAccount> recordedClosed = ConcurrentHashMap.newKeySet();
  private final FlowControlRecorder recorder = new FlowControlRecorder();

  /** Makes the account of a session; {@link #enter} has it counted and recorded. */
  public SessionAccount account(
      JettyView.OfSession session, SessionOwner owner, int initialStreamWindow) {
    return new SessionAccount(session, owner, recorder, initialStreamWindow);
  }

  /** Enters a session with the streams that it has. */
  public SessionAccount enter(SessionAccount account) {
    accounts.add(account);
    recorder.opened(account);
    return account;
  }

  /** Makes ready to record; {@code folder} is for what does not fit into memory. */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, Optional.of(folder));
  }

  /** What happened before is not recorded. */
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

  /** All accounts that are not forgotten, those of closed sessions included. */
  Collection<SessionAccount> accounts() {
    return Collections.unmodifiableCollection(accounts);
  }
}
