package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("program")
class CompareRunIT {
  private static final String SHORT_RUN =
      " -p subscribers=20 -wi 0 -i 2 -r 200ms FanOutDelivery.deliver";

  private final Verb verb = new Verb("compare");
  @TempDir Path folder;

  private JsonNode readReport() throws Exception {
    return new ObjectMapper().readTree(verb.output());
  }

  @Test
  void rejectsInvalidRunsBeforeStart() throws Exception {
    for (String wrong :
        List.of(
            "-p mode=NONE" + SHORT_RUN,
            "-f 2" + SHORT_RUN,
            "-rf csv" + SHORT_RUN,
            "-l",
            "NoSuchThing")) {
      int status = verb.run("--results=" + folder, "--run", "-p mode=POOL" + SHORT_RUN, wrong);
      assertThat(status).as(wrong + ": " + verb.errorOutput()).isEqualTo(2);
      assertThat(verb.errorOutput().strip().lines()).as(wrong).hasSize(1);
    }
    assertThat(verb.run("--forks=3", "--run", SHORT_RUN, SHORT_RUN)).isEqualTo(2);
    String[] two = {"--run", "-p mode=POOL" + SHORT_RUN, "-p mode=THREADS" + SHORT_RUN};
    for (String axis : List.of("--row=modes", "--col=modes")) {
      assertThat(verb.run("--results=" + folder, axis, two[0], two[1], two[2])).isEqualTo(2);
      assertThat(verb.errorOutput()).contains(axis.substring(0, 5) + " must be one of contender, ");
    }
    // the settings differ in this parameter, so that it does not distinguish cells
    assertThat(verb.run("--results=" + folder, "--row=mode", two[0], two[1], two[2])).isEqualTo(2);
    for (String other :
        List.of("LogReading", "-bm sample" + SHORT_RUN, "-p maxConcurrent=1,5" + SHORT_RUN)) {
      assertThat(verb.run("--results=" + folder, "--run", SHORT_RUN + " -p maxConcurrent=7", other))
          .as(other)
          .isEqualTo(2);
      assertThat(verb.errorOutput()).contains("have a cell in common with");
    }
    assertThat(folder).isEmptyDirectory();
  }

  private static Path onlyFileIn(Path folder) throws Exception {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.reduce((one, other) -> null).orElseThrow();
    }
  }

  /**
   * Interrupts like Ctrl-C (INT to all processes of the terminal), and like a supervisor (TERM to
   * this process).
   */
  @Tag("slow")
  @Test
  void resumesInterleavedRunsAfterInterrupts() throws Exception {
    String longer = " -p subscribers=20 -wi 0 -i 2 -r 500ms FanOutDelivery.deliver";
    try (Program run =
        startProgram("--forks=4", "--run", "-p mode=POOL" + longer, "-p mode=THREADS" + longer)) {
      run.output().await("1 of 4: mode=THREADS completed");
      run.signalGroup("INT");
      assertResumeCommandIsPrinted(run);
    }
    try (Program run = startProgram("--resume")) {
      run.output().await("2 of 4: mode=THREADS completed");
      run.signal("TERM");
      assertResumeCommandIsPrinted(run);
    }
    try (Stream<Path> files = Files.walk(onlyFileIn(folder))) {
      assertThat(files.filter(file -> file.toString().endsWith(".outcomes.json")))
          .as("no interruption is a failed fork")
          .isNotEmpty()
          .allSatisfy(file -> assertThat(file).content().doesNotContain("FAILED"));
    }
    try (Program run = startProgram("--resume")) {
      assertThat(run.awaitStatus()).as(run.output().text()).isZero();
      run.output().awaitEnd();
      assertThat(run.output().text()).contains("resumed: ", "4 of 4: mode=POOL completed");
    }
    Path run = onlyFileIn(folder);
    JsonNode fork = new ObjectMapper().readTree(run.resolve("a").resolve("1.json").toFile()).get(0);
    List<String> given = new ArrayList<>();
    fork.get("jvmArgs").forEach(argument -> given.add(argument.asText()));
    assertThat(given)
        .as("what this JVM was started with is no business of the forks'")
        .isNotEmpty()
        .allMatch(argument -> argument.startsWith("-Dstreambench."));
    assertThat(run.resolve("log")).isDirectoryContaining("glob:**b-4.txt");
    Path alone = run.resolve("a").resolve("1.json");
    verb.run("--format=json", alone.toString(), run.resolve("b").toString());
    assertThat(readReport().get("layout").asText()).isEqualTo("IN_SEQUENCE");
    verb.run("--format=json", run.resolve("a").toString(), run.resolve("b").toString());
    JsonNode judged = readReport();
    assertThat(judged.get("layout").asText()).isEqualTo("INTERLEAVED");
    assertThat(judged.get("contenders").findValuesAsText("name")).hasSize(2);
    assertThat(judged.get("cells").get(0).get("results").findValuesAsText("forks"))
        .containsExactly("4", "4");
    assertThat(verb.run("--resume", run.toString(), "--run", SHORT_RUN, SHORT_RUN)).isEqualTo(2);
  }

  private void assertResumeCommandIsPrinted(Program run) throws Exception {
    run.awaitStatus();
    run.output().awaitEnd();
    assertThat(run.output().text())
        .contains("interrupted; what was finished is kept", "--resume " + onlyFileIn(folder))
        .contains("mode=THREADS compared with mode=POOL")
        .contains("FanOutDelivery.deliver, avgt in ns/op");
  }

  private Program startProgram(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Djmh.ignoreLock=true", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(StreambenchMain.class.getName(), "compare", "--results=" + folder));
    command.addAll(List.of(arguments));
    return new Program(Path.of("").toAbsolutePath(), Map.of(), command);
  }
}
