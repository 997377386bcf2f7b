package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Runs during which time jumps, or stands still for one of the processes: no verdict is false. */
class TimeFaultsIT extends FaultsAtHome {
  private static final FaultTable TABLE = new FaultTable("time");

  /** Twice the timeout of the job. */
  private static final long PAUSE_SECONDS = 30;

  TimeFaultsIT() {
    super(TABLE);
  }

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  @ParameterizedTest
  @EnumSource(JobProcess.class)
  void aProcessThatIsPausedIsNoStall(JobProcess paused) throws Exception {
    List<String> job = Jobs.twoCombinations(results, List.of("-p", "cluster=" + paused.cluster()));
    try (Program program = home.start("jmh.sh", job)) {
      Phase.MEASUREMENT.await(program, home, paused);
      ProcessHandle process = paused.in(program);
      Program.signal("STOP", process);
      program.goesOn(PAUSE_SECONDS);
      Program.signal("CONT", process);
      Ended ended = Ended.of(program, home).withStatus(0, 1);
      assertThat(ended.output()).doesNotContain("STALLED");
      keeps(
          ended,
          BOTH,
          "SIGSTOP for 30 s",
          "the " + paused.name().toLowerCase(Locale.ROOT) + " measures");
    }
  }

  /** The clock that a wall shows; the one that only runs on is left alone, as by a real jump. */
  @ParameterizedTest
  @CsvSource({
    "-1h,set back by an hour,false",
    "+1h,set forward by an hour,false",
    "+1h,set forward by an hour,true"
  })
  void aClockThatIsSetChangesNeitherTimesNorVerdicts(String by, String told, boolean stalls)
      throws Exception {
    Path library = fakeTime();
    Path clock = Files.writeString(folder.resolve("clock"), "+0");
    Map<String, String> environment = new HashMap<>(home.environment());
    environment.put("LD_PRELOAD", library.toString());
    environment.put("FAKETIME_TIMESTAMP_FILE", clock.toString());
    environment.put("FAKETIME_NO_CACHE", "1");
    environment.put("DONT_FAKE_MONOTONIC", "1");
    List<String> job = Jobs.twoCombinations(results, stalls ? Jobs.STALLING : List.of());
    try (Program program =
        new Program(home.folder(), environment, SpareHome.command("jmh.sh", job))) {
      (stalls ? Phase.STALL : Phase.MEASUREMENT).await(program, home, JobProcess.PARENT);
      Files.writeString(clock, by);
      Ended ended = Ended.of(program, home).withStatus(stalls ? 3 : 0);
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE,
              "clock " + told,
              stalls ? "a stall" : "measurement",
              ended.result(),
              stalls ? "results, verdict" : "both combinations",
              Ended.NOTHING);
    }
  }

  private static Path fakeTime() throws IOException {
    try (Stream<Path> all = Files.walk(Path.of("/usr/lib"), 4)) {
      return all.filter(path -> path.endsWith("libfaketimeMT.so.1"))
          .findFirst()
          .orElseThrow(() -> new AssertionError("apt-get install faketime"));
    }
  }
}
