package io.streambench.diagnose.release;

import io.streambench.base.TextFormat;
import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.StreamSnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;

/**
 * A snapshot of the streams that wait for something other than session window.
 *
 * @param full the streams whose own window is exhausted, so that they wait for their readers
 * @param unanswered the streams that wait for response headers
 */
record StreamWaits(Map<Integer, StreamSnapshot> full, Set<Integer> unanswered) {
  /** The maximum number of streams to examine. */
  private static final int MAX_STREAMS = 32;

  static StreamWaits of(ClientSession session) {
    Map<Integer, StreamSnapshot> full = new HashMap<>();
    Set<Integer> unanswered = new HashSet<>();
    session.openStreams().entrySet().stream()
        .limit(MAX_STREAMS)
        .forEach(
            entry -> {
              int id = entry.getKey();
              Object stream = entry.getValue();
              StreamSnapshot snapshot = session.snapshot(stream);
              if (!snapshot.isRemotelyClosed() && snapshot.window() <= 0) {
                full.put(id, snapshot);
              } else if (session.isUnanswered(stream)) {
                unanswered.add(id);
              }
            });
    return new StreamWaits(full, unanswered);
  }

  /** Returns the streams that also wait in {@code later} and have not changed in between. */
  StreamWaits unchangedIn(StreamWaits later) {
    Map<Integer, StreamSnapshot> stillFull = new HashMap<>(later.full);
    stillFull.values().removeIf(now -> isChanged(now));
    Set<Integer> stillUnanswered = new HashSet<>(later.unanswered);
    stillUnanswered.retainAll(unanswered);
    return new StreamWaits(stillFull, stillUnanswered);
  }

  private boolean isChanged(StreamSnapshot current) {
    StreamSnapshot before = full.get(current.id());
    return before == null || current.differsFrom(before);
  }

  /** Returns a description of the waits; empty if no stream waits. */
  String describe() {
    StringJoiner text = new StringJoiner("; ");
    if (!full.isEmpty()) {
      text.add(
          TextFormat.of(
              "%d stream(s) whose reader does not read: the stream's own window is 0",
              full.size()));
    }
    if (!unanswered.isEmpty()) {
      text.add(
          TextFormat.of(
              "%d request(s) without response headers: the other end has not answered",
              unanswered.size()));
    }
    return text.toString();
  }
}
