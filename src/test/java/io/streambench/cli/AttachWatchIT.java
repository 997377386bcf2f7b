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

/** Watches JVMs that were started with nothing of ours switched on. */
@Tag("program")
class AttachWatchIT {
  private static final int TERMINATED = 143;
  private static final int STALLED = 3;
  private static final String OWN_JAVA =
      Path.of(System.getProperty("java.home"), "bin", "java").toString();

  @TempDir Path folder;
  private final List<Process> started = new ArrayList<>();

  @AfterEach
  void stop() throws InterruptedException {
    for (Process process : started) {
      process.destroyForcibly().waitFor();
    }
  }

  /** A program that answers lines with lines. */
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

    private String next() throws IOException {
      String line = process.inputReader(StandardCharsets.UTF_8).readLine();
      if (line == null) {
        throw new AssertionError("it has ended: " + Files.readString(errors));
      }
      return line;
    }

    void await(String line) throws IOException {
      while (!next().equals(line)) {
        // it says something else before
      }
    }

    void tell(String order) throws IOException {
      process.outputWriter(StandardCharsets.UTF_8).append(order).append("\n").flush();
    }

    /** Reads an answer to its end. */
    void read() throws IOException {
      tell("read");
      while (!next().startsWith("merged ")) {
        // it says what it does
      }
    }

    /** Nothing of a watch is left that does anything. */
    void assertAsItWas() throws Exception {
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
      String said = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      jcmd.waitFor();
      return said;
    }
  }

  /** {@code streambench attach --watch}, at work. */
  private final class Watcher {
    private final Process process;
    private final Path evidence;

    Watcher(Watched watched) throws IOException {
      evidence = folder.resolve("evidence-" + started.size());
      String typed = "./streambench attach --watch --format json --silence 1s --evidence %s %s";
      process = new ProcessBuilder(Words.of(typed, evidence, watched.pid())).start();
      started.add(process);
    }

    /** Waits until it says that. */
    void await(String text) throws IOException {
      BufferedReader lines = process.errorReader(StandardCharsets.UTF_8);
      StringBuilder said = new StringBuilder();
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        said.append(line).append('\n');
        if (line.contains(text)) {
          return;
        }
      }
      throw new AssertionError("it has ended without '" + text + "': " + said);
    }

    Told told() throws Exception {
      String answer = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      String complaint =
          String.join("\n", process.errorReader(StandardCharsets.UTF_8).lines().toList());
      return new Told(
          process.waitFor(),
          answer.startsWith("{") ? new ObjectMapper().readTree(answer) : null,
          complaint);
    }

    /** Sends SIGTERM: it acts as Ctrl-C, which a JVM ignores if its starter told it to. */
    void interrupt() {
      process.toHandle().destroy();
    }
  }

  private Watcher watching(Watched watched) throws IOException {
    Watcher watcher = new Watcher(watched);
    watcher.await("watching process " + watched.pid());
    return watcher;
  }

  private record Told(int status, JsonNode report, String complaint) {}

  /** Starts a {@link MergingProgram} with that JVM and the classes of this build. */
  private Watched client(String java, String... flags) throws IOException {
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
    watched.await("ready");
    return watched;
  }

  /** The newest that is here, if it is not this one. */
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

  private static JsonNode analyzed(Path recording) throws Exception {
    Verb analyze = new Verb("analyze");
    analyze.run("--format", "json", recording.toString());
    return new ObjectMapper().readTree(analyze.answer());
  }

  private static JsonNode session(JsonNode report, String key, String value) {
    for (JsonNode session : report.path("sessions")) {
      if (session.path(key).asText().equals(value)) {
        return session;
      }
    }
    throw new AssertionError("no session whose " + key + " is " + value + " in " + report);
  }

  @Test
  void aSessionThatHangsEndsTheWatchAndWhatItRecordedIsWhatWasCountedThere() throws Exception {
    assertWatchedUntilItHangs(OWN_JAVA);
  }

  @Tag("slow")
  @ParameterizedTest(allowZeroInvocations = true)
  @MethodSource("otherJavas")
  void soDoesOneOfTheNewestJdk(String java) throws Exception {
    assertWatchedUntilItHangs(java);
  }

  private void assertWatchedUntilItHangs(String java) throws Exception {
    Watched client = client(java);
    Watcher watcher = watching(client);
    client.read();
    client.tell("merge");
    Told told = watcher.told();
    assertThat(told.status()).describedAs(told.complaint()).isEqualTo(STALLED);
    assertThat(told.report().path("cause").asText()).isEqualTo("SESSION_WINDOW");
    assertThat(told.report().path("waiting").path(0).path("thread").asText())
        .isEqualTo("merging-reader");
    assertThat(watcher.evidence.resolve("timeline.html")).isNotEmptyFile();
    assertRecordedAsInTheHeap(told, watcher);
    client.assertAsItWas();
  }

  /** What was sampled is, at the stall, what a heap dump shows. */
  private static void assertRecordedAsInTheHeap(Told heap, Watcher watcher) throws Exception {
    JsonNode recorded = analyzed(watcher.evidence.resolve("events.jfr"));
    assertThat(recorded.path("verdict").asText()).isEqualTo("STALLED");
    JsonNode there = session(heap.report(), "role", "client");
    JsonNode here = session(recorded, "role", "client");
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
  void ctrlCEndsItNothingStaysInTheJvmAndItCanBeWatchedAgain() throws Exception {
    Watched client = client(OWN_JAVA);
    for (int time = 1; time <= 2; time++) {
      Watcher watcher = watching(client);
      assertThat(client.jcmd("VM.classloaders")).contains("streambench-watch");
      client.read();
      watcher.await("sessions seen: ");
      watcher.interrupt();
      Told told = watcher.told();
      assertThat(told.status()).describedAs(told.complaint()).isEqualTo(TERMINATED);
      assertThat(told.report().path("verdict").asText()).isEqualTo("NO_STALL");
      assertThat(told.complaint()).contains("to attach to an issue: ");
      client.assertAsItWas();
      assertThat(analyzed(watcher.evidence).path("events").asLong()).isPositive();
    }
    Until.isSo(
        () -> {
          client.jcmd("GC.run");
          return !client.jcmd("VM.classloaders").contains("streambench-watch");
        });
  }

  @Test
  void aReaderThatPausesForLongerThanTheSilenceAndReadsOnHasNotHung() throws Exception {
    Watched client = client(OWN_JAVA);
    Watcher watcher = watching(client);
    client.tell("pause");
    watcher.await("and nothing moved for");
    watcher.await("its heap shows no hang");
    client.tell("resume");
    for (int answer = 0; answer < 12; answer++) {
      client.await("merged " + (4 << 20));
    }
    watcher.await("data is consumed again"); // only now does the recording hold the reads
    watcher.interrupt();
    Told told = watcher.told();
    assertThat(told.report().path("verdict").asText())
        .describedAs(told.complaint())
        .isNotEqualTo("STALLED");
    JsonNode recorded = analyzed(watcher.evidence.resolve("events.jfr"));
    assertThat(recorded.path("verdict").asText()).isNotEqualTo("STALLED");
  }

  @Test
  void aRecordingThatEndsInThePauseOfAReaderIsNoStallWithoutItsReportEither() throws Exception {
    Watched client = client(OWN_JAVA);
    Watcher watcher = watching(client);
    client.tell("pause");
    watcher.await("its heap shows no hang");
    watcher.interrupt();
    Told told = watcher.told();
    assertThat(told.report().path("verdict").asText())
        .describedAs(told.complaint())
        .isEqualTo("POSSIBLE");
    assertThat(analyzed(watcher.evidence.resolve("events.jfr")).path("verdict").asText())
        .isEqualTo("POSSIBLE");
  }

  @Test
  void aWatchThatAnotherCommandEndsNamesThatCommand() throws Exception {
    Watched client = client(OWN_JAVA);
    Watcher watcher = watching(client);
    client.read();
    watcher.await("sessions seen: ");
    assertThat(new Verb("release").run("--undo", Long.toString(client.pid()))).isZero();
    assertThat(watcher.told().complaint()).contains("release --undo");
    client.assertAsItWas();
  }

  @Tag("slow")
  @Test
  void whoeverIsKilledWhileWatchingLeavesNothingInTheJvm() throws Exception {
    Watched client = client(OWN_JAVA);
    Watcher watcher = watching(client);
    client.read();
    watcher.process.destroyForcibly().waitFor();
    Until.isSo(() -> !client.jcmd("Thread.print").contains("streambench-watch"));
    client.assertAsItWas();
  }

  @Test
  @Tag("matrix")
  void underASecurityManagerThatAllowsTheApplicationLittleItRecordsAllTheSame() throws Exception {
    assumeTrue(Runtime.version().feature() < 24, "a later Java has no security manager");
    Path policy = folder.resolve("security.policy");
    // What Jetty and this client need, as Solr's own policy grants to all code.
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
        client(OWN_JAVA, "-Djava.security.manager", "-Djava.security.policy==" + policy);
    Watcher watcher = watching(client);
    client.read();
    client.tell("merge");
    Told told = watcher.told();
    assertThat(told.status()).describedAs(told.complaint()).isEqualTo(STALLED);
    assertThat(told.complaint()).doesNotContain("warning");
    assertRecordedAsInTheHeap(told, watcher);
  }

  @Test
  void whereAgentsAreForbiddenItSaysSoAndOffersTheHeapDump() throws Exception {
    Watched client = client(OWN_JAVA, "-XX:-EnableDynamicAgentLoading");
    Told told = new Watcher(client).told();
    assertThat(told.status()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(told.complaint()).contains("EnableDynamicAgentLoading", "heap dump");
  }

  /** Uses an option with which {@code bin/solr} starts a node. */
  @Test
  void aJvmThatLeavesNoFileForJcmdIsListedAllTheSame() throws Exception {
    Watched client = client(OWN_JAVA, "-XX:+PerfDisableSharedMem");
    client.read();
    Verb attach = new Verb(() -> new CommandLine(new AttachVerb(Duration.ofHours(1))));
    assertThat(attach.run()).isZero();
    assertThat(attach.answer().lines()).anyMatch(line -> line.startsWith(client.pid() + "  "));
  }

  @Tag("slow")
  @Test
  void aClientOfJetty12IsWatchedAndTheRecordingTellsWhatItsHeapTells() throws Exception {
    List<String> command = new ArrayList<>(List.of(OWN_JAVA));
    command.addAll(Jetty12.classPath("12.1.5"));
    command.addAll(List.of(HangingReader.class.getName(), Jetty12.TRIAL));
    Watched hanging = new Watched(command);
    hanging.await("waits");
    Watcher watcher = watching(hanging);
    hanging.tell("go on");
    Told heap = watcher.told();
    assertThat(heap.status()).describedAs(heap.complaint()).isEqualTo(STALLED);
    assertRecordedAsInTheHeap(heap, watcher);
  }
}
