package io.streambench.jetty12;

import java.util.List;
import java.util.stream.Collectors;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.util.Jetty;

/**
 * The counts at the hang, in the words of the log.
 *
 * @param state of the client's session
 * @param sessionWindow its receive window when nothing has been received
 * @param streamWindow and that of a stream
 * @param starvedStream the stream that the reader waits for
 * @param streamIds the streams of the round that hangs
 */
record Truth(
    CountingFlowControl.State state,
    int sessionWindow,
    int streamWindow,
    int starvedStream,
    List<Integer> streamIds) {
  /** The reason to doubt that this is the stall that was to be made; empty if there is none. */
  String doubt() {
    long unreadOfRound = streamIds.stream().mapToLong(id -> state.of(id).unread()).sum();
    long starved = state.of(starvedStream).unread();
    if (state.session().getRecvWindow() != 0) {
      return "the session's receive window is " + state.session().getRecvWindow();
    }
    if (state.unread() + state.unacknowledged() != sessionWindow) {
      return "unread and unacknowledged bytes are not the session's window";
    }
    if (unreadOfRound != state.unread()) {
      return "streams of an earlier round have unread bytes";
    }
    return starved == 0 ? "" : "the awaited stream has " + starved + " unread bytes";
  }

  String json() {
    HTTP2Session session = state.session();
    return """
        {
          "jetty": "%s",
          "session": "%s",
          "local": "%s",
          "remote": "%s",
          "initialSessionWindow": %d,
          "initialStreamWindow": %d,
          "recvWindow": %d,
          "received": %d,
          "consumed": %d,
          "credited": %d,
          "unread": %d,
          "unacknowledged": %d,
          "starvedStream": %d,
          "streams": [
        %s
          ]
        }
        """
        .formatted(
            Jetty.VERSION,
            Integer.toHexString(session.hashCode()),
            session.getLocalSocketAddress(),
            session.getRemoteSocketAddress(),
            sessionWindow,
            streamWindow,
            session.getRecvWindow(),
            state.received(),
            state.consumed(),
            state.credited(),
            state.unread(),
            state.unacknowledged(),
            starvedStream,
            streamIds.stream().map(this::stream).collect(Collectors.joining(",\n")));
  }

  private String stream(int id) {
    CountingFlowControl.Counts counts = state.of(id);
    return "    {\"id\": %d, \"received\": %d, \"consumed\": %d, \"unread\": %d}"
        .formatted(id, counts.received(), counts.consumed(), counts.unread());
  }
}
