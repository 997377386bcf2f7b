package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.ContractsTest;
import io.streambench.diagnose.heap.HungClient;
import io.streambench.program.JavaProcess;
import io.streambench.program.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests attaching to JVMs that hang. */
class AttachVerbTest {
  private static final String DEFAULT_TEMPORARY_FOLDER = System.getProperty("java.io.tmpdir");

  private final Verb verb = new Verb("attach");
  @TempDir Path folder;

  @BeforeEach
  void setTemporaryFolder() {
    System.setProperty("java.io.tmpdir", folder.toString());
  }

  @AfterEach
  void restoreTemporaryFolder() {
    System.setProperty("java.io.tmpdir", DEFAULT_TEMPORARY_FOLDER);
  }

  @Test
  void diagnosesHungJvmAndLeavesNothingBehind() throws Exception {
    Path evidence = folder.resolve("hang");
    try (JavaProcess hung = startHungJvm(List.of())) {
      Path page = folder.resolve("stall.html");
      Path picture = folder.resolve("stall.png");
      String typed = "--silence 1s --html %s --png %s --evidence %s %s";
      String[] arguments = Words.of(typed, page, picture, evidence, hung.pid());
      JsonNode report = verb.json(ExitStatus.STALLED.code(), arguments);
      ContractsTest.assertMatchesContract("attach", ContractsTest.keys(verb.output()));
      assertThat(report.get("verdict").asText()).isEqualTo("STALLED");
      assertThat(report.get("cause").asText()).isEqualTo("SESSION_WINDOW");
      JsonNode waits = report.get("waiting").get(0);
      assertThat(waits.get("thread").asText()).isEqualTo("merging-reader");
      assertThat(waits.get("stream").asInt()).isEqualTo(5);
      assertThat(waits.get("stack").toString()).contains("InputStreamResponseListener");
      assertThat(page).isNotEmptyFile();
      assertThat(picture).isNotEmptyFile();
      try (DirectoryStream<Path> own = Files.newDirectoryStream(folder, "streambench-*")) {
        assertThat(own).isEmpty();
      }
      assertZipHasNoAddressesAndNoHeapDump(report.at("/sessions/0/remote").asText());
    }
  }

  private void assertZipHasNoAddressesAndNoHeapDump(String address) throws IOException {
    Map<String, String> zipped = new TreeMap<>();
    try (ZipFile zip = new ZipFile(findZip().toFile())) {
      for (ZipEntry entry : Collections.list(zip.entries())) {
        byte[] bytes = zip.getInputStream(entry).readAllBytes();
        zipped.put(
            entry.getName().replaceAll(".*/", ""), new String(bytes, StandardCharsets.UTF_8));
      }
    }
    assertThat(zipped.keySet())
        .containsExactly("README.md", "report.md", "threads.txt", "verdict.json");
    assertThat(zipped.get("verdict.json")).contains("merging-reader").doesNotContain(address);
    assertThat(zipped.get("report.md")).contains("STALLED").doesNotContain(address);
  }

  /** Returns the zip. Its name must not identify the machine. */
  private Path findZip() throws IOException {
    try (DirectoryStream<Path> zips = Files.newDirectoryStream(folder, "evidence-*.zip")) {
      return zips.iterator().next();
    }
  }

  private void assertRejected(String expectedMessage, String... arguments) {
    assertThat(verb.run(arguments)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).contains(expectedMessage).hasLineCount(1);
  }

  @Test
  void rejectsUnsuitableProcessInOneLine() throws Exception {
    Process other = new ProcessBuilder("cat").start();
    try {
      String unused = Integer.toString(Integer.MAX_VALUE); // larger than any process ID
      assertRejected("PID must be that of a running process, got '2147483647'", unused);
      assertRejected(
          "PID must be the process ID of a HotSpot JVM, got", Long.toString(other.pid()));
      assertThat(other.isAlive()).isTrue();
      assertRejected("--silence must be 1s or more, got '10ms'", "--silence", "10ms", "1");
      assertRejected("PID must", "who");
      Path kept = Files.createFile(folder.resolve("kept.hprof"));
      assertRejected(
          "--keep must be a new file",
          "--keep",
          kept.toString(),
          Long.toString(ProcessHandle.current().pid()));
    } finally {
      other.destroy();
    }
  }

  /** Stopped processes represent JVMs that swap or are in a debugger. */
  @Test
  void listsStoppedJvmsWithCommandToResumeThem() throws Exception {
    try (JavaProcess node = startHungJvm(List.of("-Djetty.port=8983", "-Dsolr.solr.home=/x"));
        JavaProcess program = startHungJvm(List.of())) {
      stopProcess(node);
      stopProcess(program);
      assertThat(verb.run()).isEqualTo(ExitStatus.SUCCESS.code());
      assertThat(verb.output())
          .contains(
              node.pid() + "  " + HungClient.class.getName() + "  port 8983  home /x",
              "warning: "
                  + program.pid()
                  + "  "
                  + HungClient.class.getName()
                  + ": PID must be a JVM that runs; it is stopped (state T): 'kill -CONT "
                  + program.pid()
                  + "' lets it continue");
      for (String asked : List.of("attach", "release")) {
        Verb verb = new Verb(asked);
        String pid = Long.toString(program.pid());
        int status = assertTimeoutPreemptively(Duration.ofSeconds(20), () -> verb.run(pid));
        assertThat(status).isEqualTo(ExitStatus.WRONG_USE.code());
        assertThat(verb.errorOutput()).contains("(state T): 'kill -CONT " + pid).hasLineCount(1);
      }
    }
  }

  /** Starts a JVM in which a reader hangs. */
  private JavaProcess startHungJvm(List<String> options) throws Exception {
    JavaProcess jvm =
        new JavaProcess(
            System.getProperty("java.class.path"), folder, options, HungClient.class.getName());
    jvm.awaitOutput(" hangs");
    return jvm;
  }

  private static void stopProcess(JavaProcess jvm) throws Exception {
    new ProcessBuilder("kill", "-STOP", Long.toString(jvm.pid())).start().waitFor();
  }
}
