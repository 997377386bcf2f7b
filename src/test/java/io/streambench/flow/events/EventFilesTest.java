package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import io.streambench.base.TextFormat;
import io.streambench.flow.replay.Diagnosis;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Event;
import jdk.jfr.Name;
import jdk.jfr.Recording;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZInputStream;
import org.tukaani.xz.XZOutputStream;

class EventFilesTest {
  private static final byte[] PACKED = Golden.bytes("jetty12-stall.log.gz");
  private static final byte[] PLAIN = Golden.unpackedBytes("jetty12-stall.log.gz");
  private static final byte[] RECORDING = Golden.unpackedBytes("jetty10-stall.jfr.gz");
  private static final String STARVED = "the merge waits for stream 33";

  @TempDir Path folder;

  private Path write(String name, byte[] bytes) throws IOException {
    return Files.write(folder.resolve(name), bytes);
  }

  private static Diagnosis diagnose(Path... files) throws IOException {
    return Golden.diagnose(EventFiles.open(List.of(files)));
  }

  private static void assertStalled(Diagnosis diagnosis) {
    assertThat(diagnosis.verdict().orElseThrow().reason()).endsWith(STARVED);
    assertThat(diagnosis.counts().lines()).isEqualTo(3900);
  }

  @Test
  void detectsCompressionByContentNotByName() throws IOException {
    assertStalled(diagnose(write("any", PLAIN)));
    assertStalled(diagnose(write("flow.txt", PACKED)));
    assertStalled(diagnose(write("xz", compressXz(PLAIN))));
    assertStalled(
        diagnose(writeZip("a.zip", "README.md", new byte[0], "run/flow-control.log.gz", PACKED)));
    assertStalled(diagnose(writeZip("b.zip", "only", PLAIN)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"plain", "gzip", "zip"})
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void readsPipeOnceWithoutSeeking(String kind) throws Exception {
    byte[] zip = Files.readAllBytes(writeZip("a.zip", "solr.log", PLAIN));
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    CompletableFuture<Void> writer =
        CompletableFuture.runAsync(
            () -> {
              try (OutputStream out = new FileOutputStream(pipe.toFile())) {
                out.write(kind.equals("plain") ? PLAIN : kind.equals("zip") ? zip : PACKED);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    assertStalled(diagnose(pipe));
    writer.get();
  }

  @Test
  void rejectsLogGivenTwiceAndNamesBothFiles() throws IOException {
    Path plain = write("solr.log", PLAIN);
    Path packed = write("solr.log.gz", PACKED);
    Path older = write("older", Arrays.copyOf(PLAIN, PLAIN.length / 2));
    for (List<Path> twice :
        List.of(
            List.of(plain, packed),
            List.of(plain, older),
            List.of(plain, plain),
            List.of(folder))) {
      assertThatThrownBy(() -> EventFiles.open(twice))
          .isInstanceOf(SameLogException.class)
          .hasMessageContaining(plain.toString())
          .hasMessageEndingWith(" begin with the same bytes");
    }
  }

  /** Logs without dates are skipped because the order of their events is unknown. */
  @Test
  void skipsUndatedLogsIfOthersHaveDates() throws IOException {
    String log = new String(PLAIN, UTF_8);
    Path dated = write("dated.log", PLAIN);
    Path times =
        write("times.log", log.replaceAll("(?m)^\\d{4}-\\d\\d-\\d\\d ", "").getBytes(UTF_8));
    for (List<Path> both : List.of(List.of(dated, times), List.of(times, dated))) {
      Diagnosis diagnosis = Golden.diagnose(EventFiles.open(both));
      assertStalled(diagnosis);
      assertThat(diagnosis.counts().truncated()).isTrue();
      assertThat(diagnosis.counts().textFindings().remarks())
          .singleElement()
          .asString()
          .contains("no year: times.log.");
    }
    assertStalled(diagnose(times));
  }

  /** Truncating a log while its program keeps writing leaves NUL bytes at the start. */
  @Test
  void skipsLeadingNulBytes() throws IOException {
    for (int nuls : new int[] {4, 4096, 10_000}) {
      byte[] log = new byte[nuls + PLAIN.length];
      System.arraycopy(PLAIN, 0, log, nuls, PLAIN.length);
      assertStalled(diagnose(write("log-" + nuls, log)));
    }
  }

  /** A crashed machine can leave NUL bytes in the middle of a log. */
  @Test
  void readsLogWithNulInMessageAsText() throws IOException {
    byte[] log = PLAIN.clone();
    log[40] = 0;
    assertStalled(diagnose(write("nul.log", log)));
    String separated = new String(PLAIN, UTF_8).replaceFirst("\n", "\u0001".repeat(200) + "\n");
    assertStalled(diagnose(write("separated.log", separated.getBytes(UTF_8))));
  }

  @Test
  void acceptsSeveralEmptyLogs() throws IOException {
    assertStalled(
        diagnose(write("a.log", new byte[0]), write("b.log", new byte[0]), write("c.log", PLAIN)));
  }

  /** Rejects a file for which Flight Recorder's own parser never returns. */
  @Test
  void rejectsUnfinishedRecordingByName() throws IOException {
    byte[] noLength = RECORDING.clone();
    Arrays.fill(noLength, 8, 16, (byte) 0);
    byte[] noMetadata = RECORDING.clone();
    Arrays.fill(noMetadata, 24, 32, (byte) 0);
    byte[] beingWritten = RECORDING.clone();
    beingWritten[64] = (byte) 255;
    for (byte[] broken : List.of(noLength, noMetadata, beingWritten)) {
      write("whole.jfr", RECORDING);
      write("broken.jfr", broken);
      assertThatThrownBy(() -> diagnose(folder))
          .hasMessageContaining("broken.jfr is a damaged recording")
          .hasMessageContaining("was never finished");
    }
  }

  /** Flight Recorder can write past the length in the chunk header before the process is killed. */
  @Test
  void acceptsTrailingBytesOfKilledProcess() throws IOException {
    assertReadsCompletely(Arrays.copyOf(RECORDING, RECORDING.length + 4096));
  }

  @Test
  void readsEventsBeforeEventOfSizeZero() throws IOException {
    byte[] twice = Arrays.copyOf(RECORDING, 2 * RECORDING.length);
    System.arraycopy(RECORDING, 0, twice, RECORDING.length, RECORDING.length);
    Arrays.fill(twice, RECORDING.length + 68, RECORDING.length + 4096, (byte) 0);
    assertReadsCompletely(twice);
  }

  private void assertReadsCompletely(byte[] recording) throws IOException {
    assertThat(diagnose(write("killed.jfr", recording)).verdict().orElseThrow().reason())
        .endsWith("the merge waits for stream 3");
  }

  @Test
  void rejectsRecordingWithCircularCheckpoints() throws IOException {
    byte[] circle = RECORDING.clone();
    ByteBuffer bytes = ByteBuffer.wrap(circle);
    int checkpoint = (int) bytes.getLong(16);
    // size, type, time, duration, then the offset of the previous checkpoint: forward, then back
    byte[] forward = {5, 1, 0, 0, 5};
    byte[] backward = {9, 1, 0, 0, -5, -1, -1, -1, -1, -1, -1, -1, -1};
    bytes.put(checkpoint, forward).put(checkpoint + forward.length, backward);
    assertThatThrownBy(() -> diagnose(write("circle.jfr", circle)))
        .hasMessageContaining("circle.jfr is a damaged recording")
        .hasMessageContaining("refers to a later one");
  }

  @Test
  void readingTerminatesForAnyRecordingHeader() throws IOException {
    for (int at = 0; at < 68; at++) {
      for (int value : new int[] {0, 255}) {
        byte[] broken = RECORDING.clone();
        broken[at] = (byte) value;
        Path file = write("one.jfr", broken);
        try {
          diagnose(file);
        } catch (IOException | RuntimeException e) {
          assertThat(e)
              .describedAs("%d at %d", value, at)
              .isNotInstanceOf(ClassCastException.class);
        }
      }
    }
  }

  @Test
  void rejectsFilesThatUnpackToTooManyBytes() throws IOException {
    int maxBytes = 3 << 20;
    try (UnpackedFiles copies = new UnpackedFiles(maxBytes)) {
      assertThat(copies.unpack(new ByteArrayInputStream(new byte[maxBytes]), "run.zip"))
          .hasSize(maxBytes);
      assertThatThrownBy(() -> copies.unpack(new ByteArrayInputStream(new byte[1]), "run.zip"))
          .hasMessage("run.zip, with those before it, unpacks to more than 3 MB");
    }
    try (UnpackedFiles copies = new UnpackedFiles(maxBytes)) {
      assertThatThrownBy(
              () -> copies.unpack(new ByteArrayInputStream(new byte[maxBytes + 1]), "run.zip"))
          .hasMessage("run.zip unpacks to more than 3 MB");
    }
  }

  @Test
  void rejectsFilePackedMoreThanThreeTimes() throws IOException {
    byte[] packed = PLAIN;
    for (int layers = 0; layers < 3; layers++) {
      packed = Golden.gzip(packed);
    }
    assertStalled(diagnose(write("three", packed)));
    for (int layers = 0; layers < 300; layers++) {
      packed = Golden.gzip(packed);
    }
    Path bomb = write("bomb", packed);
    assertThatThrownBy(() -> diagnose(bomb))
        .isInstanceOf(IOException.class)
        .hasMessage(bomb + " is packed more than 3 times");
  }

  @Test
  void readsNestedArchives() throws IOException {
    byte[] inner = Files.readAllBytes(writeZip("inner.zip", "logs/solr.log.gz", PACKED));
    assertStalled(diagnose(writeZip("bundle.zip", "README", new byte[0], "node1.zip", inner)));
    assertStalled(diagnose(write("zip.gz", Golden.gzip(inner))));
    byte[] twoNodes = Files.readAllBytes(writeZip("b.zip", "1.zip", inner, "2.zip", inner));
    assertThatThrownBy(() -> diagnose(write("c.zip", twoNodes)))
        .hasMessageContaining("c.zip: 1.zip: logs/solr.log.gz and ")
        .hasMessageEndingWith("c.zip: 2.zip: logs/solr.log.gz begin with the same bytes");
  }

  @Test
  void rejectsZipNestedMoreThanThreeTimes() throws IOException {
    byte[] zip = PLAIN;
    for (int layers = 0; layers < 3; layers++) {
      zip = Files.readAllBytes(writeZip("x.zip", "x", zip));
    }
    assertStalled(diagnose(write("three.zip", zip)));
    Path four = writeZip("four.zip", "x", zip);
    assertThatThrownBy(() -> diagnose(four))
        .isInstanceOf(IOException.class)
        .hasMessage(four + ": x: x: x is packed more than 3 times");
  }

  @Test
  void rejectsZipWithTooManyFiles() throws IOException {
    Object[] entries = new Object[2 * 10_001];
    for (int i = 0; i < entries.length; i += 2) {
      entries[i] = "" + i;
      entries[i + 1] = new byte[1];
    }
    Path many = writeZip("many.zip", "x.zip", Files.readAllBytes(writeZip("x.zip", entries)));
    assertThatThrownBy(() -> diagnose(many))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(many + ": x.zip: ")
        .hasMessageEndingWith(" is one of more than 10,000 files");
  }

  @Test
  void skipsJarsAndDamagedZipsInBundle() throws IOException {
    byte[] zip = Files.readAllBytes(writeZip("inner.zip", "x.log", PLAIN));
    byte[] cut = Arrays.copyOf(zip, zip.length / 2);
    byte[] jar =
        Files.readAllBytes(writeZip("a.jar", "META-INF/MANIFEST.MF", new byte[1], "A", PLAIN));
    Diagnosis diagnosis =
        diagnose(writeZip("d.zip", "a.jar", jar, "cut.zip", cut, "solr.log", PLAIN));
    assertStalled(diagnosis);
    assertThat(diagnosis.counts().textFindings().remarks())
        .anyMatch(remark -> remark.startsWith("d.zip: a.jar is not read"))
        .contains("d.zip: cut.zip is not read: it is a damaged zip");
  }

  private static byte[] compressXz(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new XZOutputStream(packed, new LZMA2Options(0))) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  @Name("streambench.OfTheFuture")
  private static final class UnknownEvent extends Event {}

  @Test
  void rejectsRecordingOfAnotherVersionByName() throws IOException {
    Path file = folder.resolve("future.jfr");
    try (Recording recording = new Recording()) {
      recording.start();
      new UnknownEvent().commit();
      recording.stop();
      recording.dump(file);
    }
    assertThatThrownBy(() -> EventFiles.open(List.of(file)).next())
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith(file + " is a damaged recording, or one of another version")
        .hasMessageContaining("OfTheFuture");
  }

  /** A log that rotates every minute leaves many small files. */
  @Test
  void opensThousandSmallLogsWithLittleMemory() throws Exception {
    List<String> lines = Golden.lines("jetty12-stall.log.gz");
    List<Path> files = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      files.add(write("log." + i, (i + lines.get(i)).getBytes(UTF_8)));
    }
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    try (EventReader reader = EventFiles.open(files)) {
      assertThat(reader).isNotNull();
    }
    assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(64_000_000L);
  }

  @Test
  void prefersRecordingOverLogsInSameZipOrFolder() throws IOException {
    Path zip = writeZip("c.zip", "run/events.jfr", RECORDING, "run/flow-control.log.gz", PACKED);
    assertThat(diagnose(zip).verdict().orElseThrow().reason()).doesNotEndWith(STARVED);
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.write(run.resolve("events.jfr"), RECORDING);
    Files.write(run.resolve("flow-control.log.gz"), PACKED);
    assertThat(diagnose(run).verdict().orElseThrow().reason()).doesNotEndWith(STARVED);
    Files.delete(run.resolve("events.jfr"));
    assertStalled(diagnose(run));
  }

  private Path writeZip(String name, Object... entries) throws IOException {
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
  void countsEveryReadableLineOfTruncatedGzip() throws IOException {
    for (int kept = 11; kept < PACKED.length; kept += PACKED.length / 7) {
      byte[] piece = Arrays.copyOf(PACKED, kept);
      byte[] unpacked = readByteByByte(new GZIPInputStream(new ByteArrayInputStream(piece)));
      assertCountsEveryLine(diagnose(write("cut.gz", piece)), unpacked, kept);
    }
    byte[] withoutTrailer = Arrays.copyOf(PACKED, PACKED.length - 8);
    assertStalled(diagnose(write("cut.gz", withoutTrailer)));
  }

  @Test
  void countsEveryReadableLineOfTruncatedXz() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < 20_000; i++) {
      text.append(Integer.toHexString(i * 0x9E3779B9)).append('\n');
    }
    byte[] packed = compressXz(text.toString().getBytes(UTF_8));
    for (int kept = 64; kept < packed.length; kept += packed.length / 10) {
      byte[] piece = Arrays.copyOf(packed, kept);
      byte[] unpacked = readByteByByte(new XZInputStream(new ByteArrayInputStream(piece)));
      if (unpacked.length > 0) {
        assertCountsEveryLine(diagnose(write("cut.xz", piece)), unpacked, kept);
      }
    }
  }

  @Test
  void readsOtherFilesIfOneIsCutInItsHeader() throws IOException {
    for (byte[] header : List.of(Arrays.copyOf(PACKED, 5), "\u00fd7zXZ\0".getBytes(ISO_8859_1))) {
      Diagnosis diagnosis = diagnose(write("whole", PLAIN), write("header", header));
      assertStalled(diagnosis);
      assertThat(diagnosis.counts().truncated()).isTrue();
    }
  }

  private static void assertCountsEveryLine(Diagnosis diagnosis, byte[] unpacked, int kept) {
    assertThat(diagnosis.counts().lines())
        .as("of the first %d bytes", kept)
        .isEqualTo(new String(unpacked, UTF_8).lines().count());
    assertThat(diagnosis.counts().truncated()).isTrue();
  }

  private static byte[] readByteByByte(InputStream packed) throws IOException {
    ByteArrayOutputStream whole = new ByteArrayOutputStream();
    try (InputStream in = packed) {
      for (int b; (b = in.read()) >= 0; ) {
        whole.write(b);
      }
    } catch (EOFException e) {
      // the end of the truncated input
    }
    return whole.toByteArray();
  }

  @Test
  void throwsOnlyIoExceptionsForTruncatedRecordings() throws IOException {
    int refused = 0;
    for (int kept = 4; kept < RECORDING.length; kept += RECORDING.length / 20) {
      Path file = write("cut.jfr", Arrays.copyOf(RECORDING, kept));
      try {
        assertThat(diagnose(file).eventCount()).isNotNegative();
      } catch (IOException | UncheckedIOException e) {
        refused++;
      }
    }
    assertThat(refused).as("pieces that cannot be read").isPositive();
  }

  @Test
  void readsFilesByTimeInAnyGivenOrder() throws IOException {
    List<String> lines = Golden.lines("jetty12-stall.log.gz");
    Path first = write("1", String.join("\n", lines.subList(0, 2000)).getBytes(UTF_8));
    Path second = write("2", String.join("\n", lines.subList(2000, 3900)).getBytes(UTF_8));
    assertStalled(diagnose(second, first));
  }

  /** The shell lists solr.log before solr.log.1, and Log4j rotates within a millisecond. */
  @Test
  void ordersRotatedFilesThatMeetWithinOneMillisecond() throws IOException {
    List<String> lines = Golden.lines("jetty10-ended-by-reset.log.gz");
    for (int at = 250; at < 350; at += 10) {
      Path older = write("log.1", String.join("\n", lines.subList(0, at)).getBytes(UTF_8));
      Path newer = write("log", String.join("\n", lines.subList(at, lines.size())).getBytes(UTF_8));
      assertThat(diagnose(newer, older).isStalled()).as("cut at " + at).isTrue();
    }
  }

  private Path writeUndated(String name, String time, int window) throws IOException {
    String line =
        TextFormat.of(
            "%s [x] Data received, 1 bytes, updated session recv window %d -> %d for"
                + " HTTP2Session@1{}\n",
            time, window + 1, window);
    return write(name, line.getBytes(UTF_8));
  }

  @Test
  void undatedFilesContinuePastMidnightInGivenOrder() throws IOException {
    Path evening = writeUndated("1", "23:59:59.900", 9);
    Path night = writeUndated("2", "00:00:00.100", 8);
    Path nextEvening = writeUndated("3", "23:00:00.000", 7);
    List<FlowControlEvent> events = Golden.events(evening, night, nextEvening);
    assertThat(events).extracting(FlowControlEvent::windowAfter).containsExactly(9L, 8L, 7L);
    assertThat(events.get(1).timeNanos() - events.get(0).timeNanos()).isEqualTo(200_000_000);
  }

  @Test
  void undatedFilesOfSameHourShareOneDayInAnyOrder() throws IOException {
    Path client = writeUndated("1", "09:10:44.900", 9);
    Path server = writeUndated("2", "09:10:44.100", 8);
    assertThat(Golden.events(client, server))
        .extracting(FlowControlEvent::windowAfter)
        .containsExactly(8L, 9L);
  }
}
