package io.streambench.recording;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The accounts of all observed sessions, and their recorder, without any Jetty. Thread-safe. */
public class SessionLedger {
  private final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
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

  public void forget(SessionAccount account) {
    accounts.remove(account);
  }

  /** Makes ready to record; {@code folder} is for what does not fit into memory. */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, recorder, Optional.of(folder));
  }

  /** As above, in a JVM whose Flight Recorder is left as it is. */
  public FlowControlRecording prepareRecording() {
    return FlowControlRecording.prepare(this, recorder, Optional.empty());
  }

  public long eventsMade() {
    return recorder.eventsMade();
  }

  /** All accounts that are not forgotten, those of closed sessions included. */
  Collection<SessionAccount> accounts() {
    return Collections.unmodifiableCollection(accounts);
  }
}
