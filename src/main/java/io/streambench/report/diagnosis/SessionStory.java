package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Waiting;
import io.streambench.config.Text;
import io.streambench.eventlog.EpochTime;
import io.streambench.report.table.Amounts;
import java.util.List;
import java.util.OptionalLong;

/** Describes the state of a session, stream by stream, in lines of equal columns. */
record SessionStory(Diagnosis diagnosis, SessionDiagnosis session) {
  /** The lines, each with its end. */
  String text() {
    StringBuilder text = new StringBuilder();
    SessionState state = session.state();
    OptionalLong silence = diagnosis.silenceNanos(session);
    text.append(
        Text.of(
            "  session %s, %s, %s -> %s%n",
            state.id(), state.role(), state.local(), state.remote()));
    OptionalLong since = state.stalledSinceNanos();
    if (since.isPresent()) {
      text.append(
          Text.of(
              "  window used up since %s; the source covers %s after that%n",
              EpochTime.text(since.getAsLong()), Amounts.duration(silence.orElse(0))));
    }
    if (diagnosis.stalled() && !state.starves()) {
      text.append(
          Text.of(
              "  send window %,d bytes: only the other end knows what is unread%n",
              state.sendWindow()));
      return text.toString();
    }
    text.append(
        Text.of(
            "  window %,d bytes = %,d left + %,d unread + %,d consumed and unacknowledged%n",
            session.sessionWindow(),
            state.receiveWindow(),
            state.unreadBytes(),
            state.unacknowledgedBytes()));
    long onStreams = 0;
    for (StreamState stream : state.streams()) {
      onStreams += stream.unreadBytes();
      text.append(
          Text.of(
              "    stream %-5d %,12d unread  %,12d window left%s%s%n",
              stream.id(),
              stream.unreadBytes(),
              stream.receiveWindow(),
              stream.cancelled()
                  ? "  cancelled"
                  : stream.remotelyClosed() ? "  received whole" : "",
              hungry(stream)));
    }
    if (state.unheardStreams() > 0) {
      text.append(
          Text.of(
              "    %,d more open streams (Jetty's state=[streams=…]) that the "
                  + "source does not show%s%n",
              state.unheardStreams(), state.unheardAreHungry() ? "  <- starved" : ""));
    }
    if (state.cancelledBytes() > 0) {
      text.append(
          Text.of("    cancelled streams hold %,d of the unread bytes%n", state.cancelledBytes()));
    }
    if (state.unreadBytes() - onStreams > 0) {
      text.append(
          Text.of(
              "    others       %,12d unread, on streams that the source does not " + "show%n",
              state.unreadBytes() - onStreams));
    }
    return text.toString();
  }

  private String hungry(StreamState stream) {
    if (!stream.hungry()) {
      return "";
    }
    if (!session.stalled()) {
      return "  <- nothing to read: a reader may wait for it";
    }
    List<StreamState> starved = session.state().starvedStreams();
    if (!starved.contains(stream)) {
      return "  <- nothing to read";
    }
    return stream.waiting() == Waiting.YES
            || starved.size() == 1 && !session.state().unheardAreHungry()
        ? "  <- starved: the reader waits for it"
        : "  <- starved: the reader may wait for it";
  }
}
