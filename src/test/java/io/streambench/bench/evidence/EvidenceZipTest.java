package io.streambench.bench.evidence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.redaction.RedactorTest;
import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.JfrEvents;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EvidenceZipTest {
  private static final String NAME = "20261121-091010-StreamingSearch.stream-STALLED";
  private static final List<String> SECRETS =
      List.of(
          "annabel",
          "lab-pc-42",
          "hunter2",
          "solr-prod-7",
          "corp.example",
          "10.9.8.7",
          "127.0.0.1",
          "46964",
          "/home/",
          "ws9",
          "fe80::",
          "Ym9iOmh1bnRlcjI");

  @TempDir static Path secretsFolder;

  /** The files in the redacted zip of the run, by name. */
  private static Map<String, String> redacted;

  @TempDir Path logs;
  private Path folder;

  @BeforeAll
  static void createRunWithSecrets() throws IOException {
    Path folder = Files.createDirectory(secretsFolder.resolve(NAME));
    writeFilesWithSecrets(folder);
    Path zip = zip(folder, true, false, EvidenceZip.MAX_BYTES);
    assertThat(zip).isEqualTo(secretsFolder.resolve(NAME + ".zip"));
    assertThat(secretsFolder.toFile().list()).containsExactlyInAnyOrder(NAME, NAME + ".zip");
    redacted = unpack(zip);
  }

  @BeforeEach
  void copyRun() throws IOException {
    folder = Files.createDirectory(logs.resolve(NAME));
    for (String name : secretsFolder.resolve(NAME).toFile().list()) {
      Files.copy(secretsFolder.resolve(NAME).resolve(name), folder.resolve(name));
    }
  }

  private static void writeFilesWithSecrets(Path folder) throws IOException {
    String everything =
        """
        on lab-pc-42 as annabel in /home/annabel/src/bench and /home/annabel/x
        session 751cd6d4 to 10.9.8.7:8983, local /127.0.0.1:46964, [fe80::1%eth0]:8983
        http://bob:hunter2@solr-prod-7.corp.example:8983/solr?password=hunter2&rows=10
        Authorization: Basic Ym9iOmh1bnRlcjI=
        Cookie: session=hunter2
        -Dsolr.password=hunter2 -DzkHost=solr-prod-7.corp.example:2181/solr -Duser.name=annabel
        Solr 9.10.1, Jetty 10.0.26 at 09:10:44.715, receiveWindow 16777216
        "SendThread(ws9:2181)" #22 and then ws9:46964 alone
        """;
    for (String text :
        List.of(
            "README.md", "threads.txt", "jetty-client.txt", "jetty-server.txt", "failure.txt")) {
      Files.writeString(folder.resolve(text), everything);
    }
    for (String name : List.of("settings.json", "environment.json")) {
      writeJson(
          folder.resolve(name),
          Map.of(
              "command",
              everything,
              "password",
              "hunter2",
              "user.name",
              "annabel",
              "jvmArguments",
              List.of("-Dp.password=hunter2", "-Dhome=/home/annabel")));
    }
    writeJson(
        folder.resolve("verdict.json"),
        Map.of(
            "verdict", "STALLED",
            "reason", "session 751cd6d4 to ws9:46964 has no receive window left",
            "sessions",
                List.of(
                    Map.of(
                        "owner", "annabel",
                        "local", "ws9:46964",
                        "remote", "10.9.8.7:8983",
                        "receiveWindow", 0,
                        "stalledSince", "2026-11-21T09:10:44.674432899Z"))));
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("flow-control.log.gz")))) {
      for (int i = 0; i < 100; i++) {
        out.write(logLine(i % 60, "751cd6d4").getBytes(StandardCharsets.UTF_8));
      }
      out.write(everything.getBytes(StandardCharsets.UTF_8));
    }
    Files.writeString(folder.resolve("timeline.html"), "<p>annabel</p>");
    Files.write(folder.resolve("timeline.png"), "annabel \0 png".getBytes(StandardCharsets.UTF_8));
    Files.write(
        folder.resolve("heap.hprof"),
        "JAVA PROFILE 1.0.2\0annabel".getBytes(StandardCharsets.UTF_8));
    writeRecording(folder, 50);
  }

  /**
   * Writes a recording with events of the JVM, and with events of this project that contain names.
   */
  private static void writeRecording(Path folder, int eventCount) throws IOException {
    try (Recording recording = new Recording()) {
      recording.enable(JfrEvents.Session.class);
      recording.enable(JfrEvents.FlowControl.class);
      recording.enable("jdk.InitialSystemProperty");
      recording.start();
      JfrEvents.Session opened = new JfrEvents.Session();
      opened.session = 0x751cd6d4L;
      opened.owner = "annabel";
      opened.local = "ws9:46964";
      opened.remote = "solr-prod-7.corp.example/10.9.8.7:8983";
      opened.receiveWindow = 16_777_216;
      opened.commit();
      for (int i = 0; i < eventCount; i++) {
        JfrEvents.FlowControl received = new JfrEvents.FlowControl();
        received.session = 0x751cd6d4L;
        received.cause = EventCause.DATA_RECEIVED.code();
        received.stream = 2 * i + 1;
        received.bytes = 16_384;
        received.sessionWindow = 16_777_216L - 16_384L * i;
        received.sessionUnread = 16_384L * i;
        received.streamWindow = Long.MAX_VALUE - i;
        received.commit();
      }
      recording.stop();
      recording.dump(folder.resolve("events.jfr"));
    }
  }

  /** Returns the files in the zip of this test's folder. */
  private Map<String, String> zipAndUnpack(boolean isRedacted) throws IOException {
    return unpack(zip(folder, isRedacted, false, EvidenceZip.MAX_BYTES));
  }

  private static Path zip(Path folder, boolean isRedacted, boolean keepsWholeLog, long maxBytes)
      throws IOException {
    Timelines timelines = new Timelines(folder, "a run", Duration.ofSeconds(10), Duration.ZERO);
    return new EvidenceZip(
            isRedacted ? RedactorTest.redactor() : null, keepsWholeLog, timelines, maxBytes, false)
        .write(folder);
  }

  private static void writeJson(Path file, Map<String, Object> content) throws IOException {
    new ObjectMapper().writerWithDefaultPrettyPrinter().writeValue(file.toFile(), content);
  }

  private static String logLine(int second, String session) {
    return ("2026-11-21T09:10:%02d.100Z DEBUG (h2sc-207-thread-2) [FlowControlStrategy] Sending,"
            + " session send window 65535 -> 65146 for HTTP2ClientSession@%s{local:/127.0.0.1:46964"
            + ",remote:/10.9.8.7:8983,sendWindow=65146,recvWindow=16777216}\n")
        .formatted(second, session);
  }

  /** Returns the uncompressed files in a zip, by name. */
  private static Map<String, String> unpack(Path zip) throws IOException {
    Map<String, String> files = new LinkedHashMap<>();
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        byte[] bytes = in.readAllBytes();
        assertThat(entry.getName()).startsWith(NAME + "/");
        String name = entry.getName().substring(NAME.length() + 1);
        if (name.endsWith(".gz")) {
          bytes = new GZIPInputStream(new ByteArrayInputStream(bytes)).readAllBytes();
        }
        files.put(name, new String(bytes, StandardCharsets.ISO_8859_1));
      }
    }
    return files;
  }

  @Test
  void zipContainsNoSecret() {
    assertThat(redacted)
        .containsOnlyKeys(
            "README.md",
            "verdict.json",
            "settings.json",
            "environment.json",
            "failure.txt",
            "threads.txt",
            "jetty-client.txt",
            "jetty-server.txt",
            "flow-control.log.gz",
            "timeline.html",
            "timeline.png");
    redacted.forEach(
        (name, content) -> {
          // compressed data such as a picture or a script may contain any three letters by chance
          String text = name.endsWith(".png") ? "" : content.replaceAll("[A-Za-z0-9+/=]{100,}", "");
          SECRETS.forEach(secret -> assertThat(text).as(name).doesNotContain(secret));
        });
  }

  @Test
  void zipDoesNotContainNameOfRenamedFolder() throws IOException {
    folder = Files.move(folder, logs.resolve("annabel-db01.corp.example.com-10.9.8.7-run"));
    Files.delete(folder.resolve("README.md"));
    Path zip = zip(folder, true, false, EvidenceZip.MAX_BYTES);
    assertThat(zip.getFileName().toString()).matches("evidence-[0-9a-f]{4}\\.zip");
    try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
      for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
        assertThat(entry.getName()).startsWith("evidence-");
        assertThat(new String(in.readAllBytes(), StandardCharsets.ISO_8859_1))
            .doesNotContain("db01", "10.9.8.7-run");
      }
    }
  }

  @Test
  void redactionKeepsEvidenceOfStall() {
    assertThat(redacted.get("threads.txt"))
        .contains("Solr 9.10.1, Jetty 10.0.26 at 09:10:44.715, receiveWindow 16777216")
        .contains("session 751cd6d4 to node-");
    assertThat(redacted.get("flow-control.log.gz").lines().toList())
        .hasSize(108)
        .first()
        .asString()
        .startsWith("2026-11-21T09:10:00.100Z DEBUG (h2sc-207-thread-2)")
        .contains("sendWindow=65146,recvWindow=16777216}");
  }

  @Test
  void placeholdersAreConsistentAcrossFiles() throws IOException {
    JsonNode session = new ObjectMapper().readTree(redacted.get("verdict.json")).at("/sessions/0");
    String remote = session.path("remote").asText();
    String local = session.path("local").asText();
    assertThat(remote).matches("node-\\d+:port-\\d+");
    assertThat(redacted.get("README.md")).contains("session 751cd6d4 to " + remote);
    assertThat(redacted.get("flow-control.log.gz")).contains("remote:/" + remote + ",");
    assertThat(redacted.get("threads.txt")).contains("and then " + local + " alone");
    assertThat(redacted.get("verdict.json")).contains("session 751cd6d4 to " + local + " has");
    assertThat(redacted.get("timeline.html")).contains(local, remote);
  }

  @Test
  void unreadableRecordingDoesNotAffectOtherFiles() throws IOException {
    Files.writeString(folder.resolve("events.jfr"), "FLR\0annabel");
    Map<String, String> files = zipAndUnpack(true);
    assertThat(files).containsKey("threads.txt").doesNotContainKeys("timeline.png", "events.jfr");
    assertThat(files.get("README.md"))
        .contains("`timeline.png`: could not be drawn")
        .doesNotContain(logs.toString());
  }

  @Test
  void redactedZipOmitsUnknownFiles() throws IOException {
    Files.writeString(folder.resolve("annabel.txt"), "of a customer");
    Map<String, String> files = zipAndUnpack(true);
    assertThat(files).doesNotContainValue("of a customer");
    assertThat(files.get("README.md")).contains(".txt`: left out, no run writes it");
    assertThat(zipAndUnpack(false)).containsEntry("annabel.txt", "of a customer");
  }

  @Test
  void unredactedZipKeepsFilesUnchangedAndSaysSo() throws IOException {
    Map<String, String> files = zipAndUnpack(false);
    assertThat(files.get("threads.txt")).contains("annabel", "10.9.8.7", "hunter2");
    assertThat(files).containsEntry("timeline.html", "<p>annabel</p>");
    assertThat(files).containsKey("timeline.png").doesNotContainKey("heap.hprof");
    assertThat(files.get("README.md"))
        .contains("Nothing was redacted")
        .contains("`heap.hprof`: left out, a heap dump holds all data of its JVM");
    assertThat(files.get("events.jfr"))
        .isEqualTo(
            new String(
                Files.readAllBytes(folder.resolve("events.jfr")), StandardCharsets.ISO_8859_1));
  }

  @Test
  void keepsEndOfLargeLog() throws IOException {
    long lines = writeLargeLog(8_000_000);
    Path zip = zip(folder, false, false, 200_000);
    assertThat(Files.size(zip)).isLessThanOrEqualTo(200_000);
    Map<String, String> files = unpack(zip);
    List<String> log = files.get("flow-control.log.gz").lines().toList();
    assertThat(log).hasSizeBetween(8_000, (int) lines - 1);
    assertThat(log.get(log.size() - 1)).startsWith("2026-11-21T09:10:45.100Z");
    assertThat(files.get("README.md")).contains("`flow-control.log.gz`: ", "were cut");
    assertThat(files.get("threads.txt")).contains("annabel");
  }

  @Test
  void keepsWholeLogOnRequest() throws IOException {
    long lines = writeLargeLog(1_000_000);
    Path zip = zip(folder, true, true, 10_000);
    Map<String, String> files = unpack(zip);
    assertThat(Files.size(zip)).isGreaterThan(10_000);
    assertThat(files.get("flow-control.log.gz").lines().count()).isEqualTo(lines);
  }

  /** Writes a log that spans two seconds, with three quarters of the lines in the first second. */
  private long writeLargeLog(long bytes) throws IOException {
    Random random = new Random(7);
    long lines = 0;
    long written = 0;
    try (OutputStream out =
        new GZIPOutputStream(Files.newOutputStream(folder.resolve("flow-control.log.gz")))) {
      while (written < bytes) {
        String session = Integer.toHexString(random.nextInt());
        byte[] line =
            logLine(written < bytes * 3 / 4 ? 43 : 45, session).getBytes(StandardCharsets.UTF_8);
        out.write(line);
        written += line.length;
        lines++;
      }
    }
    return lines;
  }

  @Test
  void omitsRecordingThatIsTooLarge() throws IOException {
    writeRecording(folder, 20_000);
    Path zip = zip(folder, false, false, 100_000);
    assertThat(Files.size(zip)).isLessThanOrEqualTo(100_000);
    assertThat(unpack(zip).get("README.md")).contains("`events.jfr`: left out, the zip would be");
  }

  @Test
  void removesZipThatCannotBeCompleted() throws IOException {
    assertThatThrownBy(() -> zip(folder, false, false, 100))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("cannot be cut to 100");
    assertThat(logs.toFile().list()).containsExactly(NAME);
  }

  @Test
  void doesNotFollowLinks() throws IOException {
    Path secret = Files.writeString(logs.resolve("secret.txt"), "nothing else is in it");
    Files.createSymbolicLink(folder.resolve("report.md"), secret);
    assertThat(zipAndUnpack(true)).doesNotContainKey("report.md");
  }
}
