package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs in a place that is unlike the one where this was written. */
@Tag("faults")
class PlaceFaultsIT extends FaultsAtHome {
  private static final String MEASURES = "it measures and stalls";

  PlaceFaultsIT() {
    super("places");
  }

  private void completesAndStalls(
      SpareHome at, List<String> prefix, Map<String, String> environment, String fault)
      throws Exception {
    Path there = at.folder().resolve("results.json");
    List<String> command = new ArrayList<>(prefix);
    command.addAll(SpareHome.command("jmh.sh", Jobs.twoCombinations(there, Jobs.STALLING)));
    try (Program program = new Program(at.folder(), environment, command)) {
      Ended ended = Ended.of(program, at).withStatus(3);
      assertThat(ended.output()).contains("COMPLETED", "STALLED: ");
      assertThat(at.runFolders())
          .as(ended.output())
          .anyMatch(run -> Files.exists(run.resolve("verdict.json")));
      ended.keeps(there, Jobs.VARIED, "1");
      row(ended, fault, MEASURES, ended.result(), "results, evidence");
    }
  }

  @ParameterizedTest
  @CsvSource({"Bänke für Solr", "日本 語"})
  void aPathWithBlanksAndLettersThatAreNotAscii(String name) throws Exception {
    SpareHome there = new SpareHome(Files.createDirectory(folder.resolve(name)));
    Map<String, String> environment =
        Map.of("JAVA_TOOL_OPTIONS", "\"-Djava.io.tmpdir=" + there.temporary() + "\"");
    completesAndStalls(there, List.of(), environment, "path '" + name + "'");
  }

  @ParameterizedTest
  @CsvSource({"de,DE", "tr,TR", "ar,EG"})
  void aLocaleWithOtherLettersAndDigits(String language, String country) throws Exception {
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
    List<String> job =
        Scarce.loopbackOnly(
            false, SpareHome.command("jmh.sh", Jobs.twoCombinations(results, List.of())));
    try (Program program = home.start(job)) {
      Ended ended = Ended.of(program, home).withStatus(1, 2);
      row(ended, "no IPv4, not even 127.0.0.1", "start", ended.line(""), "");
    }
  }

  @Test
  void aSecondRunAtTheSameTimeIsRefusedAndTheFirstIsNotDisturbed() throws Exception {
    List<String> job = Jobs.twoCombinations(folder.resolve("others.json"), List.of());
    isRefused("a second run", "numShards = 4", "jmh.sh", job);
  }

  @Test
  void aStudyWhileAnotherRunMeasuresIsRefused() throws Exception {
    isRefused("a study", "numShards = 1", "streambench", Jobs.QUICK_STUDY);
  }

  private void isRefused(String what, String from, String script, List<String> arguments)
      throws Exception {
    try (Program first = home.start("jmh.sh", Jobs.twoCombinations(results, List.of()))) {
      first.output().await(from, 0);
      try (Program second = home.start(script, arguments)) {
        int status = second.status();
        assertThat(status).as(second.output().text()).isEqualTo(2);
        table.add(
            new FaultTable.Row(
                what,
                "another run measures",
                status,
                second.lineWith("measure alone").replace(home.folder() + "/", ""),
                "the first's results",
                "nothing of the second"));
      }
      Ended.of(first, home).withStatus(0).keeps(results, Jobs.VARIED, "4");
    }
  }
}
