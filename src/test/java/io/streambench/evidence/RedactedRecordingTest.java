package io.streambench.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Recorded;
import io.streambench.eventlog.RecordingReader;
import io.streambench.eventlog.Sessions;
import io.streambench.redaction.RedactorTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import jdk.jfr.Recording;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RedactedRecordingTest {
  private static final Set<String> LEFT_OUT = Set.of("eventThread", "stackTrace");

  @TempDir Path folder;

  /** A recording as a run makes it, with the JVM's own events and with names in ours. */
  static void record(Path file, int changes) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable(Recorded.SessionOpened.class);
      recording.enable(Recorded.SessionState.class);
      recording.enable(Recorded.DataReceived.class);
      recording.enable(Recorded.StreamState.class);
      recording.enable(Recorded.Recorder.class);
      recording.enable("jdk.InitialSystemProperty");
      recording.enable("jdk.JVMInformation");
      recording.start();
      Recorded.SessionOpened opened = new Recorded.SessionOpened();
      describe(opened);
      opened.commit();
      for (int i = 0; i < changes; i++) {
        Recorded.DataReceived received = new Recorded.DataReceived();
        received.session = 0x751cd6d4L;
        received.server = false;
        received.stream = 2 * i + 1;
        received.bytes = 16_384;
        received.sessionWindow = -i;
        received.streamWindow = Long.MAX_VALUE - i;
        received.commit();
      }
      Recorded.SessionState state = new Recorded.SessionState();
      describe(state);
      state.exhaustedMillis = 10_002;
      state.commit();
      Recorded.StreamState stream = new Recorded.StreamState();
      stream.session = 0x751cd6d4L;
      stream.stream = 21;
      stream.remotelyClosed = true;
      stream.commit();
      Recorded.Recorder recorder = new Recorded.Recorder();
      recorder.formatVersion = Recorded.FORMAT_VERSION;
      recorder.eventsMade = changes + 3L;
      recorder.commit();
      recording.stop();
      recording.dump(file);
    }
  }

  private static void describe(Recorded.Described event) {
    event.session = 0x751cd6d4L;
    event.server = false;
    event.owner = "annabel";
    event.local = "ws9:46964";
    event.remote = "solr-prod-7.corp.example/10.9.8.7:8983";
    event.receiveWindow = 16_777_216;
  }

  private Path copied(int changes, Instant after) throws IOException {
    record(folder.resolve("events.jfr"), changes);
    Path copy = folder.resolve("copy.jfr");
    new RedactedRecording(RedactorTest.redactor()::redact)
        .copy(folder.resolve("events.jfr"), copy, after);
    return copy;
  }

  private List<RecordedEvent> ours(Path file) throws IOException {
    List<RecordedEvent> events = new ArrayList<>(RecordingFile.readAllEvents(file));
    events.removeIf(event -> !event.getEventType().getName().startsWith(Recorded.PREFIX));
    events.sort(Comparator.comparing(RecordedEvent::getStartTime));
    return events;
  }

  @Test
  void eventsKeepTheirTypesTimesAndNumbers() throws IOException {
    List<RecordedEvent> copies = ours(copied(100, Instant.MIN));
    List<RecordedEvent> events = ours(folder.resolve("events.jfr"));
    assertThat(copies).hasSameSizeAs(events).hasSize(104);
    for (int i = 0; i < events.size(); i++) {
      RecordedEvent event = events.get(i);
      RecordedEvent copy = copies.get(i);
      assertThat(copy.getStartTime()).isEqualTo(event.getStartTime());
      assertThat(copy.getDuration()).isEqualTo(event.getDuration());
      assertThat(copy.getEventType().getName()).isEqualTo(event.getEventType().getName());
      assertThat(copy.getEventType().getLabel()).isEqualTo(event.getEventType().getLabel());
      assertThat(copy.getEventType().getCategoryNames())
          .isEqualTo(event.getEventType().getCategoryNames());
      for (ValueDescriptor field : event.getFields()) {
        if (!LEFT_OUT.contains(field.getName())) {
          assertSame(field, event, copy);
        }
      }
    }
  }

  private static void assertSame(ValueDescriptor field, RecordedEvent event, RecordedEvent copy) {
    String name = field.getName();
    ValueDescriptor copied = copy.getEventType().getField(name);
    assertThat(copied.getTypeName()).isEqualTo(field.getTypeName());
    assertThat(copied.getLabel()).isEqualTo(field.getLabel());
    assertThat(copied.getDescription()).isEqualTo(field.getDescription());
    assertThat(copied.getContentType()).isEqualTo(field.getContentType());
    if (!Set.of("owner", "local", "remote", "startTime", "duration").contains(name)) {
      assertThat(copy.<Object>getValue(name)).isEqualTo(event.getValue(name));
    }
  }

  @Test
  void namesAndAddressesAreReplaced() throws IOException {
    Path copy = copied(1, Instant.MIN);
    RecordedEvent opened = ours(copy).get(0);
    assertThat(opened.getString("owner")).isEqualTo("user-1");
    assertThat(opened.getString("local")).isEqualTo("node-1:port-1");
    assertThat(opened.getString("remote")).isEqualTo("node-2/node-2:port-2");
    assertThat(new String(Files.readAllBytes(copy), StandardCharsets.ISO_8859_1))
        .doesNotContain("annabel", "ws9", "solr-prod", "10.9.8.7", System.getProperty("user.dir"));
  }

  @Test
  void nothingIsLeftOfTheJvmsOwnEvents() throws IOException {
    assertThat(RecordingFile.readAllEvents(copied(3, Instant.MIN)))
        .allMatch(event -> event.getEventType().getName().startsWith(Recorded.PREFIX))
        .allMatch(event -> event.getThread() == null);
  }

  @Test
  void whatIsTooOldIsLeftOut() throws IOException {
    copied(50, Instant.MIN);
    List<RecordedEvent> events = ours(folder.resolve("events.jfr"));
    Instant after = events.get(20).getStartTime();
    RedactedRecording.Copied copied =
        new RedactedRecording((field, value) -> value)
            .copy(folder.resolve("events.jfr"), folder.resolve("late.jfr"), after);
    assertThat(ours(folder.resolve("late.jfr")))
        .hasSize((int) copied.events())
        .allMatch(event -> !event.getStartTime().isBefore(after));
    assertThat(copied.events() + copied.leftOut()).isEqualTo(events.size());
  }

  @Test
  void ourReaderReadsTheSameEvents() throws IOException {
    Path copy = copied(100, Instant.MIN);
    assertThat(numbers(copy))
        .isEqualTo(numbers(folder.resolve("events.jfr")))
        .hasSizeGreaterThan(200);
  }

  private static List<String> numbers(Path file) throws IOException {
    List<String> numbers = new ArrayList<>();
    try (RecordingReader reader = new RecordingReader(file, new Sessions())) {
      for (FlowControlEvent event = reader.next(); event != null; event = reader.next()) {
        numbers.add(
            List.of(
                    event.timeNanos(),
                    event.session().id(),
                    event.streamId(),
                    event.cause(),
                    event.windowBefore(),
                    event.windowAfter())
                .toString());
      }
      assertThat(reader.counts().dropped()).isZero();
    }
    return numbers;
  }

  @Test
  void whatIsNoRecordingIsToldAndLeavesNothing() throws IOException {
    Path source = Files.writeString(folder.resolve("events.jfr"), "no recording");
    assertThatThrownBy(
            () ->
                new RedactedRecording((field, value) -> value)
                    .copy(source, folder.resolve("copy.jfr"), Instant.MIN))
        .isInstanceOf(IOException.class);
    assertThat(folder.resolve("copy.jfr")).doesNotExist();
  }

  @Test
  void aRecordingWithoutOurEventsIsEmptyAndReadable() throws IOException {
    try (Recording recording = new Recording()) {
      recording.start();
      recording.stop();
      recording.dump(folder.resolve("events.jfr"));
    }
    new RedactedRecording((field, value) -> value)
        .copy(folder.resolve("events.jfr"), folder.resolve("copy.jfr"), Instant.MIN);
    assertThat(RecordingFile.readAllEvents(folder.resolve("copy.jfr"))).isEmpty();
  }
}
