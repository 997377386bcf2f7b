package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.Installation;
import io.streambench.program.Program;
import io.streambench.program.Words;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests runs during which the clock jumps or a process is paused. No verdict is wrong. */
@Tag("faults")
class TimeFaultsIT extends Faults {
  /** The length of a pause, which is twice the job's timeout. */
  private static final long PAUSE_SECONDS = 30;

  TimeFaultsIT() {
    super("time");
  }

  @ParameterizedTest
  @EnumSource(JobProcess.class)
  void pausedProcessIsNoStall(JobProcess paused) throws Exception {
    List<String> job = mainJobCommand(List.of("-p", "cluster=" + paused.cluster()));
    try (Program program = home.start(job)) {
      Phase.MEASUREMENT.await(program, home, paused);
      ProcessHandle process = paused.findIn(program);
      Program.signal("STOP", process);
      program.assertStillRunning(PAUSE_SECONDS);
      Program.signal("CONT", process);
      // The watchdog pauses with the reader. For paused nodes, it reports correctly that no tuple
      // comes.
      boolean seen = paused == JobProcess.CLUSTER;
      EndedProgram ended = awaitEnd(program, seen ? 1 : 0).assertKeeps(seen ? FIRST : BOTH);
      assertThat(ended.output()).doesNotContain("STALLED");
      if (seen) {
        assertThat(ended.result()).contains("no tuple for 15 s");
      }
      ended.addRow(
          "SIGSTOP for " + PAUSE_SECONDS + " s",
          "the " + paused.name().toLowerCase(Locale.ROOT) + " measures",
          ended.result(),
          seen ? FIRST : BOTH);
    }
  }

  /** Sets the wall clock. The monotonic clock does not change, as in a real jump. */
  @ParameterizedTest
  @CsvSource({
    "-3600,set back by an hour,false",
    "3600,set forward by an hour,false",
    "3600,set forward by an hour,true"
  })
  void clockJumpChangesNoTimesOrVerdicts(long seconds, String change, boolean stalls)
      throws Exception {
    Path clock = setWallClock(0);
    Map<String, String> environment = new HashMap<>(home.environment());
    environment.put("LD_PRELOAD", compileWallClock().toString());
    environment.put("WALL_CLOCK_OFFSET", clock.toString());
    List<String> job = mainJobCommand(stalls ? Jobs.STALLING_WINDOWS : List.of());
    try (Program program = new Program(home.folder(), environment, job)) {
      (stalls ? Phase.STALL : Phase.MEASUREMENT).await(program, home, JobProcess.PARENT);
      setWallClock(seconds);
      EndedProgram ended = awaitEnd(program, stalls ? 3 : 0).assertKeeps(stalls ? FIRST : BOTH);
      if (stalls) { // the time does not include the hour
        assertThat(ended.result()).matches("STALLED, last tuple at \\d{1,2}\\.\\d s.*");
      } else {
        assertThat(scoreOfFourShards()).isBetween(0.1, 1_000.0);
      }
      ended.addRow(
          "clock " + change,
          stalls ? "a stall" : "measurement",
          ended.result(),
          stalls ? "results, verdict" : BOTH);
    }
  }

  private double scoreOfFourShards() throws IOException {
    for (JsonNode cell : new ObjectMapper().readTree(results.toFile())) {
      if (cell.at("/params/" + Jobs.VARIED_PARAMETER).asText().equals("4")) {
        return cell.at("/primaryMetric/score").asDouble();
      }
    }
    throw new AssertionError("no result of four shards in " + Files.readString(results));
  }

  /** Checks that the preload works. An ignored preload would make every clock look right. */
  @Test
  void preloadSetsClockOfProgram() throws Exception {
    Path clock = setWallClock(3_600);
    ProcessBuilder date = new ProcessBuilder("date", "+%s");
    date.environment().put("LD_PRELOAD", compileWallClock().toString());
    date.environment().put("WALL_CLOCK_OFFSET", clock.toString());
    Process process = date.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(Long.parseLong(output.strip()) - System.currentTimeMillis() / 1_000)
        .isBetween(3_500L, 3_700L);
  }

  /** Writes the offset in place, because every process has mapped the file. */
  private Path setWallClock(long seconds) throws IOException {
    byte[] number =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(seconds).array();
    return Files.write(
        folder.resolve("clock"), number, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private Path compileWallClock() throws Exception {
    Path library = folder.resolve("wall-clock.so");
    Path source = Installation.moduleFolder().resolve("src/test/c/wall-clock.c");
    String[] command = Words.of("cc -O2 -shared -fPIC -o %s %s -ldl", library, source);
    Process compiler = new ProcessBuilder(command).inheritIO().start();
    assertThat(compiler.waitFor()).as("cc: apt-get install gcc libc6-dev").isZero();
    return library;
  }
}
