package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in a place that is unlike the one where this was written. */
@Tag("faults")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class PlaceFaultsIT {
  private static final FaultTable TABLE = new FaultTable("places");
  private static final String MEASURES = "it measures and stalls";

  @TempDir Path folder;

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  private static void completesAndStalls(
      SpareHome home, List<String> prefix, Map<String, String> environment, String fault)
      throws Exception {
    Path results = home.folder().resolve("results.json");
    List<String> command = new ArrayList<>(prefix);
    command.addAll(SpareHome.command("jmh.sh", Jobs.twoCombinations(results, Jobs.STALLING)));
    try (Program program = new Program(home.folder(), environment, command)) {
      Ended ended = Ended.of(program, home).withStatus(3);
      assertThat(ended.output()).contains("COMPLETED", "STALLED: ");
      assertThat(home.runFolders())
          .as(ended.output())
          .anyMatch(run -> Files.exists(run.resolve("verdict.json")));
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(TABLE, fault, MEASURES, ended.result(), "results, evidence", Ended.NOTHING);
    }
  }

  @ParameterizedTest
  @CsvSource({"Bänke für Solr", "日本 語"})
  void aPathWithBlanksAndLettersThatAreNotAscii(String name) throws Exception {
    SpareHome home = new SpareHome(Files.createDirectory(folder.resolve(name)));
    Map<String, String> environment =
        Map.of("JAVA_TOOL_OPTIONS", "\"-Djava.io.tmpdir=" + home.temporary() + "\"");
    completesAndStalls(home, List.of(), environment, "path '" + name + "'");
  }

  @ParameterizedTest
  @CsvSource({"de,DE", "tr,TR", "ar,EG"})
  void aLocaleWithOtherLettersAndDigits(String language, String country) throws Exception {
    SpareHome home = new SpareHome(folder);
    Map<String, String> environment = new HashMap<>(home.environment());
    environment.merge(
        "JAVA_TOOL_OPTIONS",
        "-Duser.language=" + language + " -Duser.country=" + country,
        (one, other) -> one + " " + other);
    completesAndStalls(home, List.of(), environment, "locale " + language + "_" + country);
  }

  @ParameterizedTest
  @CsvSource({"false,no network but 127.0.0.1 and ::1", "true,the same; IPv6 is preferred"})
  void aMachineWithoutANetwork(boolean ipv6, String fault) throws Exception {
    SpareHome home = new SpareHome(folder);
    Map<String, String> environment = new HashMap<>(home.environment());
    if (ipv6) {
      environment.merge(
          "JAVA_TOOL_OPTIONS",
          "-Djava.net.preferIPv6Addresses=true",
          (one, other) -> one + " " + other);
    }
    completesAndStalls(home, Scarce.loopbackOnly(true, List.of()), environment, fault);
  }

  /** Solr's test framework, in which the nodes run, and JMH know 127.0.0.1 alone. */
  @Test
  void aMachineWithoutIpv4IsToldInALine() throws Exception {
    SpareHome home = new SpareHome(folder);
    Path results = folder.resolve("results.json");
    List<String> job =
        Scarce.loopbackOnly(
            false, SpareHome.command("jmh.sh", Jobs.twoCombinations(results, List.of())));
    try (Program program = home.start(job)) {
      Ended ended = Ended.of(program, home).withStatus(1, 2);
      ended.recordIn(
          TABLE, "no IPv4, not even 127.0.0.1", "start", ended.line(""), "", Ended.NOTHING);
    }
  }

  private static String refusal(Program program, SpareHome home) {
    return program.lineWith("measure alone").replace(home.folder() + "/", "");
  }

  @Test
  void aSecondRunAtTheSameTimeIsRefusedAndTheFirstIsNotDisturbed() throws Exception {
    SpareHome home = new SpareHome(folder);
    Path results = folder.resolve("results.json");
    try (Program first = home.start("jmh.sh", Jobs.twoCombinations(results, List.of()))) {
      first.output().await("numShards = 4", 0);
      Path others = folder.resolve("others.json");
      try (Program second = home.start("jmh.sh", Jobs.twoCombinations(others, List.of()))) {
        int status = second.status();
        assertThat(status).as(second.output().text()).isEqualTo(2);
        TABLE.add(
            new FaultTable.Row(
                "a second run",
                "another measures",
                status,
                refusal(second, home),
                "the first's results",
                "nothing of the second"));
      }
      Ended.of(first, home).withStatus(0).keeps(results, Jobs.VARIED, "4");
    }
  }

  @Test
  void aStudyWhileAnotherRunMeasuresIsRefused() throws Exception {
    SpareHome home = new SpareHome(folder);
    Path results = folder.resolve("results.json");
    try (Program first = home.start("jmh.sh", Jobs.twoCombinations(results, List.of()))) {
      first.output().await("numShards = 1", 0);
      try (Program second = home.start("streambench", Studies.QUICK)) {
        int status = second.status();
        TABLE.add(
            new FaultTable.Row(
                "a study",
                "another run measures",
                status,
                refusal(second, home),
                "the first's results",
                "nothing of the second"));
        assertThat(status).as(second.output().text()).isEqualTo(2);
      }
      Ended.of(first, home).withStatus(0).keeps(results, Jobs.VARIED, "4");
    }
  }
}
