package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.cluster.DataFolder;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import io.streambench.results.StudyFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** A program that has ended, with all that it had started: what it said, and what is there now. */
final class Ended {
  static final String NOTHING = "nothing";
  static final String UNTIL_THE_NEXT_RUN =
      "a folder and `streambench.lock`, until the next run; files of JMH's";

  /** Files of a few bytes, which are removed when their JVM ends in order. */
  private static final String JMHS =
      "tmp/(jmh\\d+(compilecommand|stdout|stderr)|streambench\\.lock)";

  private static final Pattern RESULT =
      Pattern.compile("^[\\w.]+(?:=\\w+)?: (COMPLETED|STALLED|FAILED)\\b");

  private static final int GONE_SECONDS = 40;

  /** A shell's status for a signal is above this. */
  private static final int SIGNALS = 128;

  private final Program program;
  private final SpareHome home;
  private final int status;

  private Ended(Program program, SpareHome home, int status) {
    this.program = program;
    this.home = home;
    this.status = status;
  }

  /** Waits for the end of it; fails if something of it lives on. */
  static Ended of(Program program, SpareHome home) throws Exception {
    int status = program.status();
    program.awaitGone(GONE_SECONDS);
    return new Ended(program, home, status);
  }

  Ended withStatus(Integer... any) {
    assertThat(status).as(output()).isIn((Object[]) any);
    return this;
  }

  String output() {
    return program.output().text();
  }

  /** Returns what the last row of the summary has to tell, without what differs from run to run. */
  String result() {
    String last =
        output()
            .lines()
            .filter(line -> RESULT.matcher(line).find())
            .reduce((first, second) -> second)
            .orElseThrow(() -> new AssertionError(output()));
    return withoutWhatDiffers(RESULT.matcher(last).replaceFirst("$1"));
  }

  /** Returns the line that tells a user what happened, without what differs from run to run. */
  String line(String with) {
    assertThat(output()).contains(with);
    return withoutWhatDiffers(program.lineWith(with));
  }

  private String withoutWhatDiffers(String line) {
    return line.replace(home.folder().toString() + "/", "")
        .replace(home.folder().toString(), ".")
        .replaceAll("\\d{8}-\\d{6}-", "")
        .replaceAll("(process|127.0.0.1:) ?\\d+", "$1 N");
  }

  /** Fails if the results that it was asked for lack a value of a parameter. */
  Ended keeps(Path results, String parameter, String value) throws IOException {
    assertThat(results).as(output()).exists();
    JsonNode cells = new ObjectMapper().readTree(Files.readString(results));
    assertThat(cells)
        .as(output())
        .anyMatch(cell -> cell.path("params").path(parameter).asText().equals(value));
    assertThat(StudyFile.read(StudyFile.beside(results)).outcomes())
        .anySatisfy(cell -> assertThat(cell.params()).containsEntry(parameter, value));
    return this;
  }

  /** Returns what is left of data and temporary files, once the next run has cleared up, too. */
  String left() throws IOException {
    if (home.left().isEmpty()) {
      return NOTHING;
    }
    DataFolder.create(home.data()).close(); // as the next run does
    List<String> still = home.left().stream().filter(name -> !name.matches(JMHS)).toList();
    return still.isEmpty() ? UNTIL_THE_NEXT_RUN : String.join(", ", still);
  }

  /** Returns it as a row of a table; fails if something else is left than expected. */
  FaultTable.Row row(String fault, String when, String line, String kept, String expectedLeft)
      throws IOException {
    String left = left();
    assertThat(left).as(output()).isEqualTo(expectedLeft);
    return new FaultTable.Row(fault, when, status, line, kept, left);
  }

  boolean wasKilled() {
    return status > SIGNALS;
  }
}
