package io.streambench.diagnose.watch;

import io.streambench.diagnose.agent.AgentMain;
import io.streambench.diagnose.live.StatusFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;

/**
 * State of a watch, written by the watched JVM once per second.
 *
 * @param reason why it failed; empty if it did not
 * @param beat number of this report; if it stays the same, the JVM is paused
 * @param refusals why some sessions are not watched
 */
public record WatchStatus(
    State state,
    String reason,
    long beat,
    int sessions,
    List<String> refusals,
    List<SilentSession> silent) {

  public WatchStatus {
    refusals = List.copyOf(refusals);
    silent = List.copyOf(silent);
  }

  /**
   * A session whose receive window is exhausted and on which no byte has moved for some seconds.
   */
  public record SilentSession(String id, String remote, long seconds, long unreadBytes) {
    private static SilentSession of(String line) {
      String[] parts = line.split(" ");
      return new SilentSession(
          parts[0], parts[1], Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }
  }

  public enum State {
    WATCHING,
    /** The watch has ended and left the JVM as it was. */
    ENDED,
    /** The watch could not start or continue, and left the JVM as it was. */
    FAILED
  }

  void writeTo(Path folder) throws IOException {
    Properties properties = new Properties();
    properties.setProperty(AgentMain.STATE, state.name());
    properties.setProperty(AgentMain.REASON, reason);
    properties.setProperty("beat", Long.toString(beat));
    properties.setProperty("sessions", Integer.toString(sessions));
    properties.setProperty("refusals", String.join("\n", refusals));
    properties.setProperty(
        "silent",
        silent.stream()
            .map(one -> one.id + " " + one.remote + " " + one.seconds + " " + one.unreadBytes)
            .collect(Collectors.joining("\n")));
    StatusFile.write(folder, properties);
  }

  /** Reads the last status; empty if there is none yet. */
  public static Optional<WatchStatus> of(Path folder) throws IOException {
    return StatusFile.read(folder).map(WatchStatus::of);
  }

  private static WatchStatus of(Properties properties) {
    return new WatchStatus(
        State.valueOf(properties.getProperty(AgentMain.STATE)),
        properties.getProperty(AgentMain.REASON, ""),
        StatusFile.number(properties, "beat"),
        (int) StatusFile.number(properties, "sessions"),
        properties.getProperty("refusals", "").lines().toList(),
        properties.getProperty("silent", "").lines().map(SilentSession::of).toList());
  }
}
