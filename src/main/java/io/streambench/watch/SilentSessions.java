package io.streambench.watch;

import io.streambench.analysis.SessionState;
import io.streambench.recording.SessionBooks;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Finds the sessions whose receive window is used up and on which nothing has moved for some time.
 * Such a session may hang, or its reader may be busy elsewhere: a heap dump tells. For one thread.
 */
final class SilentSessions {
  private final Duration silence;
  private Map<SessionBooks, Since> seen = new HashMap<>();

  /** Since when nothing has moved. */
  private record Since(long movedBytes, long nanos) {}

  /**
   * @param silence how long
   */
  SilentSessions(Duration silence) {
    this.silence = silence;
  }

  /**
   * Looks at the sessions, to be called again and again.
   *
   * @param nowNanos on any clock
   * @return those that have been silent for long enough
   */
  List<SilentSession> look(Collection<SessionBooks> open, long nowNanos) {
    Map<SessionBooks, Since> next = new HashMap<>();
    List<SilentSession> silent = new ArrayList<>();
    for (SessionBooks books : open) {
      if (books.exhausted()) {
        long moved = books.movedBytes();
        Since before = seen.get(books);
        Since since =
            before != null && before.movedBytes() == moved ? before : new Since(moved, nowNanos);
        next.put(books, since);
        if (nowNanos - since.nanos() >= silence.toNanos()) {
          silent.add(told(books.state(), nowNanos - since.nanos()));
        }
      }
    }
    seen = next;
    return silent;
  }

  private static SilentSession told(SessionState state, long nanos) {
    return new SilentSession(
        state.id(), state.remote(), Duration.ofNanos(nanos).toSeconds(), state.unreadBytes());
  }
}
