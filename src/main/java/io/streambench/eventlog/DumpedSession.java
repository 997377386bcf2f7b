package io.streambench.eventlog;

/**
 * A session as its {@code toString} shows it in Jetty's own {@code dump()}.
 *
 * @param id hash of the session, in hexadecimal
 * @param streams how many are open
 * @param stallMillis for how long Jetty counts that the session could not send; 0 if not at all, or
 *     if the dump does not show it
 */
public record DumpedSession(
    String id,
    Role role,
    String local,
    String remote,
    long sendWindow,
    long receiveWindow,
    int streams,
    long stallMillis) {

  /** The session as it was later; for how long it could not send is told behind it. */
  DumpedSession later(DumpedSession then) {
    return then.stalledFor(stallMillis);
  }

  DumpedSession stalledFor(long millis) {
    return new DumpedSession(
        id, role, local, remote, sendWindow, receiveWindow, streams, Math.max(stallMillis, millis));
  }
}
