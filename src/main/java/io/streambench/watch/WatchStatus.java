package io.streambench.watch;

import io.streambench.agent.AgentMain;
import io.streambench.files.WholeFile;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;

/**
 * State of a watch, written by the watched JVM once a second.
 *
 * @param reason why it failed; empty if it did not
 * @param beat how often it was written: one that stays the same is of a JVM that stands still
 * @param strategies flow control that is not Jetty's own, whose sessions are not watched
 */
public record WatchStatus(
    State state,
    String reason,
    long beat,
    int sessions,
    long events,
    List<String> strategies,
    List<SilentSession> silent) {

  public WatchStatus {
    strategies = List.copyOf(strategies);
    silent = List.copyOf(silent);
  }

  public enum State {
    WATCHING,
    /** It is over, and all is as it was. */
    ENDED,
    /** It could not begin, or go on; all is as it was. */
    FAILED
  }

  void writeTo(Path folder) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(AgentMain.STATE, state.name());
    properties.setProperty(AgentMain.REASON, reason);
    properties.setProperty("beat", Long.toString(beat));
    properties.setProperty("sessions", Integer.toString(sessions));
    properties.setProperty("events", Long.toString(events));
    properties.setProperty("strategies", String.join(" ", strategies));
    for (int i = 0; i < silent.size(); i++) {
      SilentSession session = silent.get(i);
      properties.setProperty("silent." + i + ".id", session.id());
      properties.setProperty("silent." + i + ".remote", session.remote());
      properties.setProperty("silent." + i + ".seconds", Long.toString(session.seconds()));
      properties.setProperty("silent." + i + ".unread", Long.toString(session.unreadBytes()));
    }
    StringWriter text = new StringWriter();
    properties.store(text, null);
    WholeFile.write(folder.resolve(AgentMain.STATUS), text.toString());
  }

  /** Reads what was told last; empty if nothing was yet. */
  public static Optional<WatchStatus> of(Path folder) throws IOException {
    Path file = folder.resolve(AgentMain.STATUS);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties properties = new Properties();
    try (Reader in = new StringReader(Files.readString(file, StandardCharsets.UTF_8))) {
      properties.load(in);
    }
    List<SilentSession> silent = new ArrayList<>();
    for (int i = 0; properties.containsKey("silent." + i + ".id"); i++) {
      silent.add(
          new SilentSession(
              properties.getProperty("silent." + i + ".id"),
              properties.getProperty("silent." + i + ".remote"),
              number(properties, "silent." + i + ".seconds"),
              number(properties, "silent." + i + ".unread")));
    }
    String strategies = properties.getProperty("strategies", "");
    return Optional.of(
        new WatchStatus(
            State.valueOf(properties.getProperty(AgentMain.STATE)),
            properties.getProperty(AgentMain.REASON, ""),
            number(properties, "beat"),
            (int) number(properties, "sessions"),
            number(properties, "events"),
            strategies.isEmpty() ? List.of() : List.of(strategies.split(" ")),
            silent));
  }

  private static long number(Properties properties, String key) {
    return Long.parseLong(properties.getProperty(key, "0"));
  }
}
