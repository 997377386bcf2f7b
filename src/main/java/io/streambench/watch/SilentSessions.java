package io.streambench.watch;

import io.streambench.analysis.SessionState;
import io.streambench.recording.SessionAccount;
import io.streambench.watch.WatchStatus.SilentSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Finds sessions without receive window on which nothing moves: they may hang. For one thread. */
final class SilentSessions {
  private final Duration silence;
  private Map<SessionAccount, Since> seen = new HashMap<>();

  private record Since(long movedBytes, long nanos) {}

  SilentSessions(Duration silence) {
    this.silence = silence;
  }

  /** Returns the sessions that are silent for long enough; to be called again and again. */
  List<SilentSession> look(Collection<SessionAccount> open, long nowNanos) {
    Map<SessionAccount, Since> next = new HashMap<>();
    List<SilentSession> silent = new ArrayList<>();
    for (SessionAccount account : open) {
      if (account.exhausted()) {
        long moved = account.movedBytes();
        Since before = seen.get(account);
        Since since =
            before != null && before.movedBytes() == moved ? before : new Since(moved, nowNanos);
        next.put(account, since);
        if (nowNanos - since.nanos() >= silence.toNanos()) {
          SessionState state = account.state();
          Duration quiet = Duration.ofNanos(nowNanos - since.nanos());
          silent.add(
              new SilentSession(
                  state.id(), state.remote(), quiet.toSeconds(), state.unreadBytes()));
        }
      }
    }
    seen = next;
    return silent;
  }
}
