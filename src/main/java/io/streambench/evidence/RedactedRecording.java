package io.streambench.evidence;

import io.streambench.eventlog.FlightRecording;
import io.streambench.eventlog.Recorded;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.BinaryOperator;
import jdk.jfr.consumer.RecordedEvent;
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
   * The counts of the events that were copied and left out.
   *
   * @param events copied
   * @param leftOut those before or after
   */
  public record Copied(long events, long leftOut) {}

  /**
   * Copies our own events.
   *
   * @param after those before it are left out; {@link Instant#MIN} keeps all
   * @throws IOException if the source is no recording, or the target cannot be written
   */
  public Copied copy(Path source, Path target, Instant after) throws IOException {
    return copy(source, target, after, Instant.MAX);
  }

  /** The same, without those after a moment. */
  Copied copy(Path source, Path target, Instant after, Instant until) throws IOException {
    Span span = new Span();
    each(source, after, until, span);
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
          until,
          new Visitor() {
            @Override
            public void event(RecordedEvent event) {
              copier.copy(event, nanos(event.getStartTime()));
            }
          });
    } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
      Files.deleteIfExists(target);
      throw e instanceof IOException failed ? failed : new IOException(e.toString(), e);
    }
    return new Copied(span.events, span.leftOut);
  }

  /**
   * The moment, if the recording is about it; else when it ends.
   *
   * @param moment null for the end
   */
  static Instant within(Path source, Instant moment) throws IOException {
    Span span = new Span();
    each(source, Instant.MIN, Instant.MAX, span);
    boolean within = moment != null && span.first <= nanos(moment) && nanos(moment) <= span.last;
    return within || span.events == 0 ? moment : Instant.EPOCH.plusNanos(span.last);
  }

  /** The number of our own events between two moments, both included. */
  static long count(Path source, Instant after, Instant until) throws IOException {
    Span span = new Span();
    each(source, after, until, span);
    return span.events;
  }

  private interface Visitor {
    void event(RecordedEvent event);

    default void leftOut() {}
  }

  /** Collects the first and last time, which the writer needs beforehand, and the counts. */
  private static final class Span implements Visitor {
    private long first = Long.MAX_VALUE;
    private long last = Long.MIN_VALUE;
    private long events;
    private long leftOut;

    @Override
    public void event(RecordedEvent event) {
      first = Math.min(first, nanos(event.getStartTime()));
      last = Math.max(last, nanos(event.getEndTime()));
      events++;
    }

    @Override
    public void leftOut() {
      leftOut++;
    }
  }

  private static void each(Path source, Instant after, Instant until, Visitor visitor)
      throws IOException {
    try (FlightRecording file = FlightRecording.open(source)) {
      for (RecordedEvent event = file.next(); event != null; event = file.next()) {
        if (!event.getEventType().getName().startsWith(Recorded.PREFIX)) {
          continue;
        }
        Instant time = event.getStartTime();
        if (time.isBefore(after) || time.isAfter(until)) {
          visitor.leftOut();
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
