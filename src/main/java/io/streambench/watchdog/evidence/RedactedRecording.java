package io.streambench.watchdog.evidence;

import io.streambench.eventlog.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.function.BinaryOperator;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Recordings;

/**
 * Writes a recording anew with nothing in it but our own events: what the JVM adds by itself, its
 * arguments, environment and system properties, is the most talkative part of a recording. Threads
 * are not copied, since their names hold addresses.
 */
public final class RedactedRecording {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final BinaryOperator<String> redaction;

  /**
   * @param redaction makes of a field's name and its text what is written in place of the text
   */
  public RedactedRecording(BinaryOperator<String> redaction) {
    this.redaction = redaction;
  }

  /**
   * What became of the events.
   *
   * @param events copied
   * @param tooOld left out
   */
  public record Copied(long events, long tooOld) {}

  /**
   * Copies our own events.
   *
   * @param after those before it are left out; {@link Instant#MIN} keeps all
   * @throws IOException if the source is no recording, or the target cannot be written
   */
  public Copied copy(Path source, Path target, Instant after) throws IOException {
    Span span = new Span();
    each(source, after, span);
    if (span.events == 0) {
      span.first = 0;
      span.last = 0;
    }
    try (Recording copy =
        Recordings.newRecording(
            target,
            // one tick is one nanosecond; with both clocks at one origin no digit of a time is lost
            settings ->
                settings
                    .withJdkTypeInitialization()
                    .withTimestamp(span.first)
                    .withStartTicks(span.first)
                    .withDuration(Math.max(1, span.last - span.first)))) {
      EventCopier copier = new EventCopier(copy, redaction);
      each(
          source,
          after,
          new Visitor() {
            @Override
            public void event(RecordedEvent event) {
              copier.copy(event, nanos(event.getStartTime()));
            }
          });
    } catch (IOException | RuntimeException e) {
      Files.deleteIfExists(target);
      throw e instanceof IOException failed ? failed : new IOException(e.toString(), e);
    }
    return new Copied(span.events, span.tooOld);
  }

  /** When our last event was; empty if there is none. */
  static Optional<Instant> end(Path source) throws IOException {
    Span span = new Span();
    each(source, Instant.MIN, span);
    return span.events == 0 ? Optional.empty() : Optional.of(Instant.EPOCH.plusNanos(span.last));
  }

  private interface Visitor {
    void event(RecordedEvent event);

    default void tooOld() {}
  }

  /** From when to when, which the writer wants to know beforehand. */
  private static final class Span implements Visitor {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long events;
    private long tooOld;

    @Override
    public void event(RecordedEvent event) {
      first = Math.min(first, nanos(event.getStartTime()));
      last = Math.max(last, nanos(event.getEndTime()));
      events++;
    }

    @Override
    public void tooOld() {
      tooOld++;
    }
  }

  private static void each(Path source, Instant after, Visitor visitor) throws IOException {
    try (RecordingFile file = new RecordingFile(source)) {
      while (true) {
        RecordedEvent event;
        try {
          if (!file.hasMoreEvents()) {
            return;
          }
          event = file.readEvent();
        } catch (IOException | RuntimeException e) {
          return; // the recording of a process that was killed ends anywhere
        }
        if (!event.getEventType().getName().startsWith(Recorded.PREFIX)) {
          continue;
        }
        if (event.getStartTime().isBefore(after)) {
          visitor.tooOld();
        } else {
          visitor.event(event);
        }
      }
    }
  }

  private static long nanos(Instant time) {
    return time.getEpochSecond() * NANOS_PER_SECOND + time.getNano();
  }
}
