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

/** Runs during which time jumps, or stands still for one of the processes: no verdict is false. */
@Tag("faults")
class TimeFaultsIT extends Faults {
  /** Twice the timeout of the job. */
  private static final long PAUSE_SECONDS = 30;

  TimeFaultsIT() {
    super("time");
  }

  @ParameterizedTest
  @EnumSource(JobProcess.class)
  void aProcessThatIsPausedIsNoStall(JobProcess paused) throws Exception {
    List<String> job = job(List.of("-p", "cluster=" + paused.cluster()));
    try (Program program = home.start(job)) {
      Phase.MEASUREMENT.await(program, home, paused);
      ProcessHandle process = paused.in(program);
      Program.signal("STOP", process);
      program.goesOn(PAUSE_SECONDS);
      Program.signal("CONT", process);
      // The watchdog stands still with the reader; of nodes that stand still it tells the truth.
      boolean seen = paused == JobProcess.CLUSTER;
      Ended ended = ended(program, seen ? 1 : 0).keeps(seen ? FIRST : BOTH);
      assertThat(ended.output()).doesNotContain("STALLED");
      if (seen) {
        assertThat(ended.result()).contains("no tuple for 15 s");
      }
      ended.row(
          "SIGSTOP for " + PAUSE_SECONDS + " s",
          "the " + paused.name().toLowerCase(Locale.ROOT) + " measures",
          ended.result(),
          seen ? FIRST : BOTH);
    }
  }

  /** The clock that a wall shows; the one that only runs on is left alone, as by a real jump. */
  @ParameterizedTest
  @CsvSource({
    "-3600,set back by an hour,false",
    "3600,set forward by an hour,false",
    "3600,set forward by an hour,true"
  })
  void aClockThatIsSetChangesNeitherTimesNorVerdicts(long seconds, String told, boolean stalls)
      throws Exception {
    Path clock = setWallClock(0);
    Map<String, String> environment = new HashMap<>(home.environment());
    environment.put("LD_PRELOAD", wallClock().toString());
    environment.put("WALL_CLOCK_OFFSET", clock.toString());
    List<String> job = job(stalls ? Jobs.STALLING : List.of());
    try (Program program = new Program(home.folder(), environment, job)) {
      (stalls ? Phase.STALL : Phase.MEASUREMENT).await(program, home, JobProcess.PARENT);
      setWallClock(seconds);
      Ended ended = ended(program, stalls ? 3 : 0).keeps(stalls ? FIRST : BOTH);
      if (stalls) { // no hour is in it
        assertThat(ended.result()).matches("STALLED, last tuple at \\d{1,2}\\.\\d s.*");
      } else {
        assertThat(scoreOfFour()).isBetween(0.1, 1_000.0);
      }
      ended.row(
          "clock " + told,
          stalls ? "a stall" : "measurement",
          ended.result(),
          stalls ? "results, verdict" : BOTH);
    }
  }

  private double scoreOfFour() throws IOException {
    for (JsonNode cell : new ObjectMapper().readTree(results.toFile())) {
      if (cell.at("/params/" + Jobs.VARIED).asText().equals("4")) {
        return cell.at("/primaryMetric/score").asDouble();
      }
    }
    throw new AssertionError("no result of four shards in " + Files.readString(results));
  }

  /** The control: a preload that is ignored would otherwise make every clock look right. */
  @Test
  void theClockOfAProgramIsSetIndeed() throws Exception {
    Path clock = setWallClock(3_600);
    ProcessBuilder date = new ProcessBuilder("date", "+%s");
    date.environment().put("LD_PRELOAD", wallClock().toString());
    date.environment().put("WALL_CLOCK_OFFSET", clock.toString());
    Process process = date.start();
    String told = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(Long.parseLong(told.strip()) - System.currentTimeMillis() / 1_000)
        .isBetween(3_500L, 3_700L);
  }

  /** Writes the offset in place, since every process has the file mapped. */
  private Path setWallClock(long seconds) throws IOException {
    byte[] number =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.nativeOrder()).putLong(seconds).array();
    return Files.write(
        folder.resolve("clock"), number, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
  }

  private Path wallClock() throws Exception {
    Path library = folder.resolve("wall-clock.so");
    Path source = Installation.moduleFolder().resolve("src/test/c/wall-clock.c");
    String[] command = Words.of("cc -O2 -shared -fPIC -o %s %s -ldl", library, source);
    Process compiler = new ProcessBuilder(command).inheritIO().start();
    assertThat(compiler.waitFor()).as("cc: apt-get install gcc libc6-dev").isZero();
    return library;
  }
}
