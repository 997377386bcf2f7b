package io.streambench.recording;

import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The accounts of all sessions that are observed, and the recorder that gets their changes. Knows
 * nothing of Jetty: also what is loaded into another JVM has one. Thread-safe.
 */
public final class SessionLedger {
  private final Set<SessionAccount> accounts = ConcurrentHashMap.newKeySet();
  private final FlowControlRecorder recorder = new FlowControlRecorder();
  private final FlowControlListener listener;

  /** One that is empty so far. */
  public SessionLedger() {
    this.listener = recorder;
  }

  /** Creates a ledger that tells another listener instead of its own recorder. */
  SessionLedger(FlowControlListener listener) {
    this.listener = listener;
  }

  /**
   * Makes the books of a session; {@link SessionBooks#open} enters it.
   *
   * @param initialStreamWindow receive window that its streams begin with, so far
   */
  public SessionBooks books(SessionView session, SessionOwner owner, int initialStreamWindow) {
    return new SessionBooks(
        this, new SessionAccount(session, owner), listener, initialStreamWindow);
  }

  void enter(SessionAccount account) {
    accounts.add(account);
  }

  /** Forgets a session that is over. */
  public void forget(SessionBooks books) {
    accounts.remove(books.account());
  }

  /**
   * Makes ready to record every change; {@link FlowControlRecording#begin} begins.
   *
   * @param folder for what does not fit into memory, unless another recording runs already
   */
  public FlowControlRecording prepareRecording(Path folder) {
    return FlowControlRecording.prepare(this, recorder, Optional.of(folder));
  }

  /** The same in a JVM whose Flight Recorder is left as it is. */
  public FlowControlRecording prepareRecording() {
    return FlowControlRecording.prepare(this, recorder, Optional.empty());
  }

  /** Counts the events that were made so far. */
  public long eventsMade() {
    return recorder.eventsMade();
  }

  /** All accounts that are not forgotten, those of closed sessions included. */
  Collection<SessionAccount> accounts() {
    return Collections.unmodifiableCollection(accounts);
  }
}
