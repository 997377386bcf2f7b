package io.streambench.flow.events;

import io.streambench.flow.events.LoggedFault.Kind;
import io.streambench.flow.events.LoggedMessage.Match;
import java.util.Optional;

/**
 * A known message in a text. If there are several, the message whose kind comes first.
 *
 * @param kind null if there is no known message
 */
record FirstMessage(String text, int startOffset, Kind kind, Match match) {
  static FirstMessage search(String text, int from) {
    for (Kind known : Kind.values()) {
      Optional<Match> found = known.findIn(text, from);
      if (found.filter(match -> known != Kind.PAUSE || GcPause.isLong(match)).isPresent()) {
        return new FirstMessage(text, from, known, found.get());
      }
    }
    return new FirstMessage(text, from, null, null);
  }
}
