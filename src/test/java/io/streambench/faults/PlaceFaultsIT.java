package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests runs in unusual environments, for example without a network. */
@Tag("faults")
class PlaceFaultsIT extends Faults {
  private static final String JVM_OPTIONS = "JAVA_TOOL_OPTIONS";

  PlaceFaultsIT() {
    super("places");
  }

  private Map<String, String> environment(String jvmOptions) {
    Map<String, String> environment = new HashMap<>(home.environment());
    environment.merge(JVM_OPTIONS, jvmOptions, (one, other) -> one + " " + other);
    return environment;
  }

  private void assertCompletesAndStalls(
      List<String> prefix, Map<String, String> environment, String fault) throws Exception {
    List<String> command = new ArrayList<>(prefix);
    command.addAll(mainJobCommand(Jobs.STALLING_WINDOWS));
    try (Program program = new Program(home.folder(), environment, command)) {
      EndedProgram ended =
          awaitEnd(program, 3).assertPrints("COMPLETED", "STALLED: ").assertKeeps(FIRST);
      assertThat(home.runFolders())
          .as(ended.output())
          .anyMatch(run -> Files.exists(run.resolve("verdict.json")));
      ended.addRow(fault, "it measures and stalls", ended.result(), "results, evidence");
    }
  }

  @ParameterizedTest
  @CsvSource({"Bänke für Solr", "日本 語"})
  void measuresInPathWithSpacesAndNonAsciiLetters(String name) throws Exception {
    home = new SpareHome(Files.createDirectory(folder.resolve(name)));
    results = home.folder().resolve("results.json");
    String temporary = "\"-Djava.io.tmpdir=" + home.temporary() + "\"";
    assertCompletesAndStalls(List.of(), Map.of(JVM_OPTIONS, temporary), "path '" + name + "'");
  }

  @ParameterizedTest
  @CsvSource({"de,DE", "tr,TR", "ar,EG"})
  void measuresInLocaleWithOtherLettersAndDigits(String language, String country) throws Exception {
    String locale = "-Duser.language=" + language + " -Duser.country=" + country;
    assertCompletesAndStalls(List.of(), environment(locale), "locale " + language + "_" + country);
  }

  @ParameterizedTest
  @CsvSource({
    "'', no network but 127.0.0.1 and ::1",
    "-Djava.net.preferIPv6Addresses=true, the same; IPv6 is preferred"
  })
  void measuresWithoutNetwork(String option, String fault) throws Exception {
    assertCompletesAndStalls(
        ScarceResources.withOnlyLoopback(true, List.of()), environment(option), fault);
  }

  /** Solr's test framework, which runs the nodes, and JMH support only 127.0.0.1. */
  @Test
  void reportsMissingIpv4InOneLine() throws Exception {
    EndedProgram ended =
        run(ScarceResources.withOnlyLoopback(false, mainJobCommand(List.of())), 1, 2);
    ended.addRow(
        "no IPv4, not even 127.0.0.1", "start", ended.lastLine("Could not get ZK port"), "");
  }

  @ParameterizedTest
  @CsvSource({"a second run, 4, another measures", "a study, 1, another run measures"})
  void rejectsSecondRunWithoutDisturbingFirst(String fault, String shards, String when)
      throws Exception {
    try (Program first = home.start(mainJobCommand(List.of()))) {
      first.output().await("numShards = " + shards, 0);
      List<String> other =
          fault.equals("a study")
              ? Jobs.QUICK_STUDY
              : SpareHome.jobCommand(
                  Jobs.twoCombinationArguments(folder.resolve("others.json"), List.of()));
      try (Program second = home.start(other)) {
        EndedProgram refused = new EndedProgram(second, second.awaitStatus());
        assertThat(refused.status()).as(refused.output()).isEqualTo(2);
        String line = second.lastLineContaining("measure alone").replace(home.folder() + "/", "");
        refused.addUncheckedRow(fault, when, line, "the first's results", "nothing of the second");
      }
      awaitEnd(first, 0).assertKeeps(BOTH);
    }
  }
}
