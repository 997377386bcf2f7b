package io.streambench.flow.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.FlowControlReplay;
import io.streambench.flow.window.ReceiveWindow;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/** Logs and recordings of real runs, with methods to read them. */
public final class Golden {
  private Golden() {}

  /** Returns the bytes of a stored file. */
  public static byte[] bytes(String name) {
    try (InputStream in =
        Golden.class.getResourceAsStream("/io/streambench/eventlog/golden/" + name)) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the unpacked content of a packed file. */
  public static byte[] unpackedBytes(String name) {
    try (InputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes(name)))) {
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Compresses bytes with gzip. */
  static byte[] gzip(byte[] bytes) {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return packed.toByteArray();
  }

  /** Returns the lines of a packed log. */
  public static List<String> lines(String name) {
    return new String(unpackedBytes(name), StandardCharsets.UTF_8).lines().toList();
  }

  /** Returns a reader of log lines. */
  public static JettyLogReader reader(List<String> lines) {
    return reader((String.join("\n", lines) + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a reader of the bytes of a log. */
  static JettyLogReader reader(byte[] log) {
    return new JettyLogReader(
        new ByteArrayInputStream(log),
        "",
        sessions(),
        new TimestampParser.UndatedDays(),
        JettyLogReader.CHUNK_BYTES);
  }

  /** Returns all events of the files in reading order, and asserts that none was dropped. */
  public static List<FlowControlEvent> events(Path... files) throws IOException {
    List<FlowControlEvent> events = new ArrayList<>();
    try (EventReader reader = EventFiles.open(List.of(files))) {
      for (FlowControlEvent event; (event = reader.next()) != null; ) {
        events.add(event);
      }
      assertThat(reader.counts().droppedEvents()).isZero();
    }
    return events;
  }

  static Sessions sessions() {
    return new Sessions();
  }

  /** Diagnoses the events of a reader with the defaults of the command line. */
  public static Diagnosis diagnose(EventReader reader) {
    FlowControlReplay replay =
        new FlowControlReplay(
            Duration.ofSeconds(10), Duration.ZERO, ReceiveWindow.JETTY_BUFFER_RATIO);
    try (reader) {
      return replay.replay(reader);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
