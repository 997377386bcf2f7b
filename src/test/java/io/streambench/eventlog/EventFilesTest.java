package io.streambench.eventlog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.analysis.Diagnosis;
import io.streambench.config.Text;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

class EventFilesTest {
  private static final byte[] PACKED = Golden.bytes("jetty12-stall.log.gz");
  private static final byte[] PLAIN = Golden.unpacked("jetty12-stall.log.gz");
  private static final String STARVED = "the merge waits for stream 33";

  @TempDir Path folder;

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static Diagnosis read(Path... files) throws IOException {
    return Golden.diagnosis(EventFiles.open(List.of(files)));
  }

  private static void assertStalled(Diagnosis diagnosis) {
    assertThat(diagnosis.verdict().orElseThrow().reason()).endsWith(STARVED);
    assertThat(diagnosis.counts().lines()).isEqualTo(3900);
  }

  @Test
  void readsPlainText() throws IOException {
    assertStalled(read(write("any", PLAIN)));
  }

  @Test
  void readsGzipWhateverItsName() throws IOException {
    assertStalled(read(write("flow.txt", PACKED)));
  }

  @Test
  void readsXz() throws IOException {
    Path file = folder.resolve("log.xz");
    try (OutputStream out = new XZOutputStream(Files.newOutputStream(file), new LZMA2Options(1))) {
      out.write(PLAIN);
    }
    assertStalled(read(file));
  }

  @Test
  void readsZipAndWhatIsPackedWithinIt() throws IOException {
    assertStalled(read(zip("a.zip", "README.md", new byte[0], "run/flow-control.log.gz", PACKED)));
    assertStalled(read(zip("b.zip", "only", PLAIN)));
  }

  @Test
  void aRecordingInAZipOrFolderSpeaksForTheLogsBesideIt() throws IOException {
    byte[] recording = Golden.unpacked("jetty10-stall.jfr.gz");
    Path zip = zip("c.zip", "run/events.jfr", recording, "run/flow-control.log.gz", PACKED);
    assertThat(read(zip).verdict().orElseThrow().reason()).doesNotEndWith(STARVED);
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.write(run.resolve("events.jfr"), recording);
    Files.write(run.resolve("flow-control.log.gz"), PACKED);
    assertThat(read(run).verdict().orElseThrow().reason()).doesNotEndWith(STARVED);
    Files.delete(run.resolve("events.jfr"));
    assertStalled(read(run));
  }

  private Path zip(String name, Object... entries) throws IOException {
    Path file = folder.resolve(name);
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(file))) {
      for (int i = 0; i < entries.length; i += 2) {
        out.putNextEntry(new ZipEntry((String) entries[i]));
        out.write((byte[]) entries[i + 1]);
      }
    }
    return file;
  }

  @Test
  void aFileThatWasCutCountsAsFarAsItGoes() throws IOException {
    Diagnosis diagnosis = read(write("cut.gz", Arrays.copyOf(PACKED, PACKED.length / 2)));
    assertThat(diagnosis.counts().cut()).isTrue();
    assertThat(diagnosis.events()).isPositive();
  }

  @Test
  void aRecordingThatWasCutNeverGetsAnybodyMoreThanAnIoException() throws IOException {
    byte[] recording = Golden.unpacked("jetty10-stall.jfr.gz");
    int refused = 0;
    for (int kept = 4; kept < recording.length; kept += recording.length / 20) {
      Path file = write("cut.jfr", Arrays.copyOf(recording, kept));
      try {
        assertThat(read(file).events()).isNotNegative();
      } catch (IOException | UncheckedIOException e) {
        refused++;
      }
    }
    assertThat(refused).as("pieces that cannot be read").isPositive();
  }

  @Test
  void filesOfOneRunAreReadByTimeWhateverTheirOrder() throws IOException {
    List<String> lines = new String(PLAIN, StandardCharsets.UTF_8).lines().toList();
    Path first = write("1", String.join("\n", lines.subList(0, 2000)).getBytes());
    Path second = write("2", String.join("\n", lines.subList(2000, 3900)).getBytes());
    assertStalled(read(second, first));
  }

  private Path undated(String name, String time, int window) throws IOException {
    String line =
        Text.of(
            "%s [x] Data received, 1 bytes, updated session recv window %d -> %d for HTTP2Session@1{}\n",
            time, window + 1, window);
    return write(name, line.getBytes(StandardCharsets.UTF_8));
  }

  private static List<FlowControlEvent> events(Path... files) throws IOException {
    List<FlowControlEvent> events = new ArrayList<>();
    try (EventReader reader = EventFiles.open(List.of(files))) {
      for (FlowControlEvent event; (event = reader.next()) != null; ) {
        events.add(event);
      }
    }
    return events;
  }

  @Test
  void filesWithoutDatesGoOnAfterMidnightInTheOrderGiven() throws IOException {
    Path evening = undated("1", "23:59:59.900", 9);
    Path night = undated("2", "00:00:00.100", 8);
    Path nextEvening = undated("3", "23:00:00.000", 7);
    List<FlowControlEvent> events = events(evening, night, nextEvening);
    assertThat(events).extracting(FlowControlEvent::windowAfter).containsExactly(9L, 8L, 7L);
    assertThat(events.get(1).timeNanos() - events.get(0).timeNanos()).isEqualTo(200_000_000);
  }

  @Test
  void filesWithoutDatesThatBeginInTheSameHoursAreOfTheSameDayInAnyOrder() throws IOException {
    Path client = undated("1", "09:10:44.900", 9);
    Path server = undated("2", "09:10:44.100", 8);
    assertThat(events(client, server))
        .extracting(FlowControlEvent::windowAfter)
        .containsExactly(8L, 9L);
  }

  @Test
  void linesOverAMegabyteAreCounted() throws IOException {
    byte[] monster = new byte[3 * JettyLogReader.MAX_LINE_BYTES];
    Arrays.fill(monster, (byte) 'x');
    Path file = folder.resolve("long");
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(monster);
      out.write('\n');
      out.write(PLAIN);
    }
    Diagnosis diagnosis = read(file);
    assertThat(diagnosis.counts().tooLong()).isEqualTo(1);
    assertThat(diagnosis.verdict()).isPresent();
  }

  @Test
  void aFileThatIsNotThereIsSaidSo() {
    assertThatThrownBy(() -> read(folder.resolve("none"))).isInstanceOf(NoSuchFileException.class);
  }
}
