package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.ContractsTest;
import io.streambench.diagnose.release.MergingProgram;
import io.streambench.program.JavaProcess;
import io.streambench.program.Until;
import io.streambench.trial.Jetty12;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the release of a hung program with Jetty's own client, in a separate JVM. */
class ReleaseVerbIT {
  private static final String MERGED = "merged " + 12 * (4 << 20);
  private static final String JETTY_12_PROGRAM = "io.streambench.jetty12.MergingProgram";
  private static final String IDLE_MILLIS = "600000";
  private static final String NO_TIMERS = "0";

  @TempDir Path folder;
  private final Verb release = new Verb("release");

  private JavaProcess startProgram(String idleMillis, String... jvmArguments) throws Exception {
    JavaProcess program =
        JavaProcess.ofTest(folder, List.of(jvmArguments), MergingProgram.class, idleMillis, "8192");
    program.awaitOutput("ready");
    return program;
  }

  private static void sendCommand(JavaProcess program, String command) throws Exception {
    String before = program.output();
    program.sendLine(command);
    Until.isTrue(() -> countLines(program, "merging") > countLines(before, "merging"));
  }

  private static int countLines(JavaProcess program, String word) {
    return countLines(program.output(), word);
  }

  private static int countLines(String text, String word) {
    return (int) text.lines().filter(line -> line.equals(word)).count();
  }

  /**
   * Waits until the program hangs: its window is exhausted some time after the responses have
   * begun.
   */
  private JsonNode awaitHang(JavaProcess program) throws Exception {
    String pid = Long.toString(program.pid());
    int status = release.run(pid);
    while (status == 0) {
      status = release.run(pid);
    }
    JsonNode looked = release.json(3, pid);
    assertThat(looked.path("verdict").asText()).isEqualTo("STALLED");
    return looked.at("/sessions/0");
  }

  private static void assertWindowIsAccountedFor(JsonNode session) {
    assertThat(
            session.path("receiveWindow").asLong() + session.path("unacknowledgedBytes").asLong())
        .isEqualTo(session.path("largestReceiveWindow").asLong());
    assertThat(session.path("unreadBytes").asLong()).isZero();
  }

  @Test
  void hungProgramContinuesWithConsistentWindow() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS)) {
      sendCommand(program, "merge");
      JsonNode hung = awaitHang(program);
      assertThat(hung.path("readers").toString()).contains("merging-reader");
      assertThat(hung.path("receiveWindow").asLong()).isZero();
      assertThat(hung.path("givenBytes").asLong()).isZero();
      String pid = Long.toString(program.pid());

      JsonNode released = release.json(0, "--yes", pid);
      assertThat(released.path("verdict").asText()).isEqualTo("RELEASED");
      assertThat(released.at("/sessions/0/state").asText()).isEqualTo("ENDED");
      assertWindowIsAccountedFor(released.at("/sessions/0"));
      ContractsTest.assertMatchesContract("release", ContractsTest.keys(release.output()));
      Until.isTrue(() -> countLines(program, MERGED) == 1);

      JsonNode after = release.json(0, "--yes", pid);
      assertThat(after.path("verdict").asText()).isEqualTo("NOTHING_STALLED");
      assertThat(after.at("/sessions/0/givenBytes").asLong()).isZero();
    }
  }

  @Test
  void releasesDespiteOtherActiveResponse() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS)) {
      sendCommand(program, "listen");
      sendCommand(program, "merge");
      awaitHang(program);
      JsonNode released = release.json(0, "--yes", Long.toString(program.pid()));
      assertThat(released.path("verdict").asText()).isEqualTo("RELEASED");
      assertThat(released.findValuesAsText("state"))
          .containsExactlyInAnyOrder("ENDED", "WINDOW_LEFT");
      Until.isTrue(() -> countLines(program, MERGED) == 1);
    }
  }

  @Tag("slow")
  @ParameterizedTest
  @ValueSource(strings = {"12.0.33", "12.1.5"})
  void hungProgramOnJetty12Continues(String version) throws Exception {
    try (JavaProcess program = Jetty12.start(version, folder, List.of(), JETTY_12_PROGRAM)) {
      program.awaitOutput("ready");
      sendCommand(program, "merge");
      awaitHang(program);
      JsonNode released = release.json(0, "--yes", Long.toString(program.pid()));
      assertThat(released.path("verdict").asText()).isEqualTo("RELEASED");
      assertThat(released.at("/sessions/0/jetty").asText()).isEqualTo(version);
      assertWindowIsAccountedFor(released.at("/sessions/0"));
      Until.isTrue(() -> countLines(program, MERGED) == 1);
    }
  }

  @Test
  void untilRestartPreventsHangsUntilUndone() throws Exception {
    try (JavaProcess program = startProgram(NO_TIMERS)) {
      String pid = Long.toString(program.pid());
      sendCommand(program, "merge");
      awaitHang(program);
      release.json(0, "--yes", "--until-restart", pid);
      Until.isTrue(() -> countLines(program, MERGED) == 1);
      for (int merges = 2; merges <= 4; merges++) {
        sendCommand(program, "merge");
        int expected = merges;
        Until.isTrue(() -> countLines(program, MERGED) == expected);
      }
      assertThat(release.run("--yes", pid)).isEqualTo(2);
      assertThat(release.run("--undo", pid)).isZero();
      Until.isTrue(() -> release.run("--undo", pid) == 2);
      assertWindowIsAccountedFor(release.json(0, pid).at("/sessions/0"));
      sendCommand(program, "merge");
      awaitHang(program);
    }
  }

  @Test
  void givesNoCreditWithoutWaitingThread() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS)) {
      sendCommand(program, "pause");
      JsonNode session;
      do {
        session = release.json(0, "--yes", Long.toString(program.pid())).at("/sessions/0");
      } while (!session.path("state").asText().equals("NOT_READ"));
      assertThat(session.path("givenBytes").asLong()).isZero();
    }
  }

  @Test
  void doesNotReleaseWithoutFreeMemory() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS, "-XX:MaxDirectMemorySize=40m")) {
      sendCommand(program, "merge");
      awaitHang(program);
      JsonNode left = release.json(3, "--yes", Long.toString(program.pid()));
      assertThat(left.path("verdict").asText()).isEqualTo("NOT_RELEASED");
      assertThat(left.at("/sessions/0/state").asText()).isEqualTo("NO_MEMORY");
      assertThat(left.path("directMemoryUsedBytes").asLong())
          .isLessThan(left.path("directMemoryLimitBytes").asLong());
      assertThat(program.output()).doesNotContain("OutOfMemoryError");
      assertThat(countLines(program, MERGED)).isZero();

      sendCommand(program, "fillDirect"); // the agent must not need this memory
      left = release.json(3, Long.toString(program.pid()));
      assertThat(left.path("verdict").asText()).isEqualTo("STALLED");
      assertThat(left.path("allowedBytes").asLong()).isZero();
    }
  }

  /**
   * Refuses the client because direct memory limits the credit, and this client uses no direct
   * memory.
   */
  @Test
  void refusesClientWithHeapBuffers() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS, "-Dmerging.onHeap=true")) {
      sendCommand(program, "merge");
      JsonNode left = release.json(0, "--yes", Long.toString(program.pid()));
      assertThat(left.path("verdict").asText()).isEqualTo("POSSIBLE");
      assertThat(left.at("/sessions/0/refusal").asText()).contains("on the heap");
      assertThat(left.at("/sessions/0/givenBytes").asLong()).isZero();
    }
  }

  @Test
  void interruptCancelsCreditUntilRestart() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS)) {
      String pid = Long.toString(program.pid());
      sendCommand(program, "merge");
      awaitHang(program);
      List<String> light = List.of("-XX:TieredStopAtLevel=1");
      String main = StreambenchMain.class.getName();
      try (JavaProcess tool =
          new JavaProcess(folder, light, main, "release", "--yes", "--until-restart", pid)) {
        Until.isTrue(() -> countLines(program, MERGED) == 1);
        tool.interrupt();
        tool.waitFor();
        assertThat(tool.output()).contains("RELEASED").doesNotContain("Credit is given until");
      }
      Until.isTrue(() -> release.run("--undo", pid) == 2);
    }
  }

  /** Reports a failure instead of wrong use, because the JVM could be examined later. */
  @Test
  void doesNotExamineJvmWithoutFreeHeap() throws Exception {
    try (JavaProcess program = startProgram(IDLE_MILLIS, "-Xmx64m")) {
      sendCommand(program, "read");
      Until.isTrue(() -> program.output().contains("merged "));
      sendCommand(program, "fill");
      assertThat(release.run("--yes", Long.toString(program.pid()))).isEqualTo(1);
      assertThat(release.errorOutput()).contains("heap", "jcmd PID GC.run").hasLineCount(1);
      assertThat(program.output()).doesNotContain("release ended");
    }
  }
}
