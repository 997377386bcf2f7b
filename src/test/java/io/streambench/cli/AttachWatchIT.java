package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.diagnose.release.MergingProgram;
import io.streambench.program.Until;
import io.streambench.program.Words;
import io.streambench.trial.HangingReader;
import io.streambench.trial.Jetty12;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** Tests watching JVMs that were started without any option of this project. */
@Tag("program")
class AttachWatchIT {
  private static final int TERMINATED = 143;
  private static final int STALLED = 3;
  private static final String OWN_JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stopProcesses() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  /** A program that responds to input lines with output lines. */
  private final class Watched {
    private final Process process;
    private final Path errors = folder.resolve("watched-" + started.size() + ".txt");

    Watched(List<String> command) throws IOException {
      process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
      started.add(process);
    }

    long pid() {
      return process.pid();
    }

    private String readLine() throws IOException {
      String line = process.inputReader(StandardCharsets.UTF_8).readLine();
      if (line == null) {
        throw new AssertionError("it has ended: " + Files.readString(errors));
      }
      return line;
    }

    void awaitLine(String line) throws IOException {
      while (!readLine().equals(line)) {
        // skips other lines
      }
    }

    void send(String line) throws IOException {
      process.outputWriter(StandardCharsets.UTF_8).append(line).append("\n").flush();
    }

    /** Reads a response to its end. */
    void readResponse() throws IOException {
      send("read");
      while (!readLine().startsWith("merged ")) {
        // skips progress lines
      }
    }

    /** Checks that no recording and no thread of a watch is left. */
    void assertNotWatched() throws Exception {
      assertThat(jcmd("JFR.check")).contains("No available recordings");
      assertThat(jcmd("Thread.print")).doesNotContain("streambench-watch");
    }

    String jcmd(String command) throws Exception {
      Process jcmd =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                  Long.toString(pid()),
                  command)
              .redirectErrorStream(true)
              .start();
      String watcherOutput =
          new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      jcmd.waitFor();
      return watcherOutput;
    }
  }

  /** A running {@code streambench attach --watch}. */
  private final class Watcher {
    private final Process process;
    private final Path evidence;

    Watcher(Watched watched) throws IOException {
      evidence = folder.resolve("evidence-" + started.size());
      String typed = "./streambench attach --watch --format json --silence 1s --evidence %s %s";
      process = new ProcessBuilder(Words.of(typed, evidence, watched.pid())).start();
      started.add(process);
    }

    /** Waits until the watcher prints a text. */
    void awaitLine(String text) throws IOException {
      BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
      StringBuilder watcherOutput = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        watcherOutput.append(line).append('\n');
        if (line.contains(text)) {
          return;
        }
      }
      throw new AssertionError("it has ended without '" + text + "': " + watcherOutput);
    }

    Output awaitOutput() throws Exception {
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String errorOutput =
          String.join("\n", process.errorReader(StandardCharsets.UTF_8).lines().toList());
      return new Output(
          process.waitFor(),
          answer.startsWith("{") ? new ObjectMapper().readTree(answer) : null,
          errorOutput);
    }

    /** Sends SIGTERM, which acts like Ctrl-C. A JVM ignores SIGINT if its parent process did. */
    void interrupt() {
      process.toHandle().destroy();
    }
  }

  private Watcher startWatcher(Watched program) throws IOException {
    Watcher watcher = new Watcher(program);
    watcher.awaitLine("watching process " + program.pid());
    return watcher;
  }

  private record Output(int status, JsonNode report, String errorOutput) {}

  /** Starts a {@link MergingProgram} with a given JVM and the classes of this build. */
  private Watched startClient(String java, String... flags) throws IOException {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(List.of(flags));
    command.addAll(
        List.of(
            "-cp",
            "target/test-classes:target/classes:target/lib/*",
            MergingProgram.class.getName(),
            "600000",
            "8192"));
    Watched watched = new Watched(command);
    watched.awaitLine("ready");
    return watched;
  }

  /** Returns the newest installed JVM, unless it runs this test. */
  static Stream<String> otherJavas() throws IOException {
    List<String> javas = new ArrayList<>();
    Path all = Path.of("/usr/lib/jvm");
    if (Files.isDirectory(all)) {
      try (DirectoryStream<Path> newest = Files.newDirectoryStream(all, "*25*")) {
        newest.forEach(jdk -> javas.add(jdk.resolve("bin").resolve("java").toString()));
      }
    }
    return javas.stream()
        .filter(java -> Files.isExecutable(Path.of(java)) && !java.equals(OWN_JAVA));
  }

  private static JsonNode analyze(Path recording) throws Exception {
    Verb analyze = new Verb("analyze");
    analyze.run("--format", "json", recording.toString());
    return new ObjectMapper().readTree(analyze.output());
  }

  private static JsonNode findSession(JsonNode report, String key, String value) {
    for (JsonNode session : report.path("sessions")) {
      if (session.path(key).asText().equals(value)) {
        return session;
      }
    }
    throw new AssertionError("no session whose " + key + " is " + value + " in " + report);
  }

  @Test
  void hangEndsWatchAndRecordingMatchesHeap() throws Exception {
    assertHangEndsWatch(OWN_JAVA);
  }

  @Tag("slow")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("otherJavas")
  void hangOnNewestJdkEndsWatch(String java) throws Exception {
    assertHangEndsWatch(java);
  }

  private void assertHangEndsWatch(String java) throws Exception {
    Watched client = startClient(java);
    Watcher watcher = startWatcher(client);
    client.readResponse();
    client.send("merge");
    Output output = watcher.awaitOutput();
    assertThat(output.status()).describedAs(output.errorOutput()).isEqualTo(STALLED);
    assertThat(output.report().path("cause").asText()).isEqualTo("SESSION_WINDOW");
    assertThat(output.report().path("waiting").path(0).path("thread").asText())
        .isEqualTo("merging-reader");
    assertThat(watcher.evidence.resolve("timeline.html")).isNotEmptyFile();
    assertRecordingMatchesHeap(output, watcher);
    client.assertNotWatched();
  }

  /** Checks that the samples at the stall match the heap dump. */
  private static void assertRecordingMatchesHeap(Output heap, Watcher watcher) throws Exception {
    JsonNode recorded = analyze(watcher.evidence.resolve("events.jfr"));
    assertThat(recorded.path("verdict").asText()).isEqualTo("STALLED");
    JsonNode there = findSession(heap.report(), "role", "client");
    JsonNode here = findSession(recorded, "role", "client");
    assertThat(here.path("receiveWindow").asInt()).isZero();
    for (String key :
        List.of("receiveWindow", "unreadBytes", "unacknowledgedBytes", "local", "remote")) {
      assertThat(here.path(key)).describedAs(key).isEqualTo(there.path(key));
    }
    assertThat(here.path("streams"))
        .filteredOn(stream -> stream.path("starved").asBoolean())
        .extracting(stream -> stream.path("id"))
        .contains(heap.report().path("waiting").path(0).path("stream"));
  }

  @Tag("slow")
  @Test
  void interruptEndsWatchAndAllowsAnother() throws Exception {
    Watched client = startClient(OWN_JAVA);
    for (int time = 1; time <= 2; time++) {
      Watcher watcher = startWatcher(client);
      assertThat(client.jcmd("VM.classloaders")).contains("streambench-watch");
      client.readResponse();
      watcher.awaitLine("sessions seen: ");
      watcher.interrupt();
      Output output = watcher.awaitOutput();
      assertThat(output.status()).describedAs(output.errorOutput()).isEqualTo(TERMINATED);
      assertThat(output.report().path("verdict").asText()).isEqualTo("NO_STALL");
      assertThat(output.errorOutput()).contains("to attach to an issue: ");
      client.assertNotWatched();
      assertThat(analyze(watcher.evidence).path("events").asLong()).isPositive();
    }
    Until.isTrue(
        () -> {
          client.jcmd("GC.run");
          return !client.jcmd("VM.classloaders").contains("streambench-watch");
        });
  }

  @Test
  void pauseLongerThanSilenceIsNoStall() throws Exception {
    Watched client = startClient(OWN_JAVA);
    Watcher watcher = startWatcher(client);
    client.send("pause");
    watcher.awaitLine("and nothing moved for");
    watcher.awaitLine("its heap shows no hang");
    client.send("resume");
    for (int answer = 0; answer < 12; answer++) {
      client.awaitLine("merged " + (4 << 20));
    }
    watcher.awaitLine("data is consumed again"); // only now does the recording contain the reads
    watcher.interrupt();
    Output output = watcher.awaitOutput();
    assertThat(output.report().path("verdict").asText())
        .describedAs(output.errorOutput())
        .isNotEqualTo("STALLED");
    JsonNode recorded = analyze(watcher.evidence.resolve("events.jfr"));
    assertThat(recorded.path("verdict").asText()).isNotEqualTo("STALLED");
  }

  @Test
  void recordingThatEndsInPauseYieldsPossible() throws Exception {
    Watched client = startClient(OWN_JAVA);
    Watcher watcher = startWatcher(client);
    client.send("pause");
    watcher.awaitLine("its heap shows no hang");
    watcher.interrupt();
    Output output = watcher.awaitOutput();
    assertThat(output.report().path("verdict").asText())
        .describedAs(output.errorOutput())
        .isEqualTo("POSSIBLE");
    assertThat(analyze(watcher.evidence.resolve("events.jfr")).path("verdict").asText())
        .isEqualTo("POSSIBLE");
  }

  @Test
  void namesCommandThatEndedWatch() throws Exception {
    Watched client = startClient(OWN_JAVA);
    Watcher watcher = startWatcher(client);
    client.readResponse();
    watcher.awaitLine("sessions seen: ");
    assertThat(new Verb("release").run("--undo", Long.toString(client.pid()))).isZero();
    assertThat(watcher.awaitOutput().errorOutput()).contains("release --undo");
    client.assertNotWatched();
  }

  @Tag("slow")
  @Test
  void killedWatcherLeavesNothingInJvm() throws Exception {
    Watched client = startClient(OWN_JAVA);
    Watcher watcher = startWatcher(client);
    client.readResponse();
    watcher.process.destroyForcibly().waitFor();
    Until.isTrue(() -> !client.jcmd("Thread.print").contains("streambench-watch"));
    client.assertNotWatched();
  }

  @Test
  @Tag("matrix")
  void recordsUnderSecurityManager() throws Exception {
    assumeTrue(Runtime.version().feature() < 24, "a later Java has no security manager");
    Path policy = folder.resolve("security.policy");
    // The permissions that Jetty and this client need. Solr's own policy grants them to all code.
    Files.writeString(
        policy,
        """
        grant {
          permission java.io.FilePermission "<<ALL FILES>>", "read";
          permission java.net.SocketPermission "*", "accept,connect,listen,resolve";
          permission java.util.PropertyPermission "*", "read,write";
          permission java.lang.reflect.ReflectPermission "suppressAccessChecks";
          permission java.lang.RuntimePermission "accessDeclaredMembers";
          permission java.lang.RuntimePermission "accessClassInPackage.*";
          permission java.lang.RuntimePermission "getClassLoader";
          permission java.lang.RuntimePermission "setContextClassLoader";
          permission java.lang.RuntimePermission "modifyThread";
          permission java.lang.RuntimePermission "modifyThreadGroup";
          permission java.lang.RuntimePermission "enableContextClassLoaderOverride";
          permission java.lang.RuntimePermission "shutdownHooks";
          permission java.lang.RuntimePermission "exitVM.*";
          permission java.lang.RuntimePermission "getenv.*";
          permission java.lang.RuntimePermission "getStackWalkerWithClassReference";
          permission java.util.logging.LoggingPermission "control";
          permission javax.management.MBeanServerPermission "*";
          permission javax.management.MBeanPermission "*", "*";
        };
        """);
    Watched client =
        startClient(OWN_JAVA, "-Djava.security.manager", "-Djava.security.policy==" + policy);
    Watcher watcher = startWatcher(client);
    client.readResponse();
    client.send("merge");
    Output output = watcher.awaitOutput();
    assertThat(output.status()).describedAs(output.errorOutput()).isEqualTo(STALLED);
    assertThat(output.errorOutput()).doesNotContain("warning");
    assertRecordingMatchesHeap(output, watcher);
  }

  @Test
  void suggestsHeapDumpIfAgentsAreForbidden() throws Exception {
    Watched client = startClient(OWN_JAVA, "-XX:-EnableDynamicAgentLoading");
    Output output = new Watcher(client).awaitOutput();
    assertThat(output.status()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output.errorOutput()).contains("EnableDynamicAgentLoading", "heap dump");
  }

  /** Uses an option with which {@code bin/solr} starts a node. */
  @Test
  void listsJvmWithoutPerfData() throws Exception {
    Watched client = startClient(OWN_JAVA, "-XX:+PerfDisableSharedMem");
    client.readResponse();
    Verb attach = new Verb(() -> new CommandLine(new AttachVerb(Duration.ofHours(1))));
    assertThat(attach.run()).isZero();
    assertThat(attach.output().lines()).anyMatch(line -> line.startsWith(client.pid() + "  "));
  }

  @Tag("slow")
  @Test
  void recordingOfJetty12ClientMatchesHeap() throws Exception {
    List<String> command = new ArrayList<>(List.of(OWN_JAVA));
    command.addAll(Jetty12.classPath("12.1.5"));
    command.addAll(List.of(HangingReader.class.getName(), Jetty12.TRIAL));
    Watched hanging = new Watched(command);
    hanging.awaitLine("waits");
    Watcher watcher = startWatcher(hanging);
    hanging.send("go on");
    Output heap = watcher.awaitOutput();
    assertThat(heap.status()).describedAs(heap.errorOutput()).isEqualTo(STALLED);
    assertRecordingMatchesHeap(heap, watcher);
  }
}
