package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.Installation;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.DataFolder;
import io.streambench.base.table.ResultTable;
import io.streambench.compare.cells.StudyFile;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;

/**
 * Tests faults in runs, each in its own home directory. The results of a test class are a table in
 * {@code docs/results/faults.md}.
 */
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Faults {
  static final String NOTHING = "nothing";
  static final String UNTIL_THE_NEXT_RUN = "a folder, until the next run; files of JMH's";
  static final String BOTH = "both combinations";
  static final String FIRST = "the first combination";

  private static final Path PAGE = Installation.moduleFolder().resolve("docs/results/faults.md");
  private static final int HEAD_LINES = 2;
  private static final int EXIT_TIMEOUT_SECONDS = 40;

  /** Small files that are removed when their JVM ends normally. */
  private static final String JMH_FILES = "tmp/jmh\\d+(compilecommand|stdout|stderr)";

  private static final Pattern RESULT =
      Pattern.compile("^(?:  - )?[\\w.]+(?:=\\w+)?: (COMPLETED|STALLED|FAILED|INTERRUPTED)\\b");

  /** The folder of the homes. Its path has no spaces, because LD_PRELOAD is split at them. */
  @TempDir(factory = TempDirFactory.Standard.class)
  Path folder;

  SpareHome home;

  /** The file to which JMH writes the results of the run. */
  Path results;

  private final String name;
  private final List<Row> rows = new ArrayList<>();

  private record Row(
      String fault, String when, int status, String seen, String kept, String left) {}

  /**
   * Creates a test with a table.
   *
   * @param name the table's name on the page
   */
  Faults(String name) {
    this.name = name;
  }

  @BeforeEach
  void createHome() throws IOException {
    home = new SpareHome(folder);
    results = folder.resolve("results.json");
  }

  /** Returns the command of the main job with two combinations, one shard and four shards. */
  final List<String> mainJobCommand(List<String> extraOptions) {
    return SpareHome.jobCommand(Jobs.twoCombinationArguments(results, extraOptions));
  }

  /**
   * Runs a command to its end. Fails on another exit status, or if one of its processes is left.
   */
  final EndedProgram run(List<String> command, Integer... statuses) throws Exception {
    try (Program program = home.start(command)) {
      return awaitEnd(program, statuses);
    }
  }

  /** Waits for the end. Fails on another exit status, or if one of the processes is left. */
  final EndedProgram awaitEnd(Program program, Integer... statuses) throws Exception {
    int status = program.awaitStatus();
    program.awaitAllEnded(EXIT_TIMEOUT_SECONDS);
    assertThat(status).as(program.output().text()).isIn((Object[]) statuses);
    return new EndedProgram(program, status);
  }

  /** A program that has ended together with all its processes. */
  final class EndedProgram {
    private final Program program;
    private final int status;

    EndedProgram(Program program, int status) {
      this.program = program;
      this.status = status;
    }

    int status() {
      return status;
    }

    String output() {
      return program.output().text();
    }

    EndedProgram assertPrints(String... texts) {
      assertThat(output()).contains(texts);
      return this;
    }

    /**
     * Returns the result in the last row of the summary, without the parts that vary between runs.
     */
    String result() {
      String last =
          output()
              .lines()
              .filter(line -> RESULT.matcher(line).find())
              .reduce((first, second) -> second)
              .orElseThrow(() -> new AssertionError(output()));
      return withoutVariableParts(RESULT.matcher(last).replaceFirst("$1"));
    }

    /** Returns the last line with a text, without the parts that vary between runs. */
    String lastLine(String text) {
      assertPrints(text);
      return withoutVariableParts(program.lastLineContaining(text));
    }

    String withoutVariableParts(String line) {
      return line.replace(home.folder() + "/", "")
          .replace(home.folder().toString(), ".")
          .replaceAll("\\d{8}-\\d{6}-", "")
          .replaceAll("(process|127.0.0.1:) ?\\d+", "$1 N");
    }

    /** Fails if the results lack {@link #FIRST} or {@link #BOTH} combinations. */
    EndedProgram assertKeeps(String combinations) throws IOException {
      return assertKeeps(Jobs.VARIED_PARAMETER, combinations.equals(BOTH) ? "4" : "1");
    }

    /** Fails if the results lack a value of a parameter. */
    EndedProgram assertKeeps(String parameter, String value) throws IOException {
      assertThat(results).as(output()).exists();
      JsonNode cells = new ObjectMapper().readTree(Files.readString(results));
      assertThat(cells)
          .as(output())
          .anyMatch(cell -> cell.path("params").path(parameter).asText().equals(value));
      assertThat(StudyFile.read(StudyFile.outcomesFile(results)).outcomes())
          .anySatisfy(cell -> assertThat(cell.params()).containsEntry(parameter, value));
      return this;
    }

    /** Adds a row, and fails if data or temporary files are left. */
    void addRow(String fault, String when, String line, String kept) throws IOException {
      addRow(fault, when, line, kept, NOTHING);
    }

    void addRow(String fault, String when, String line, String kept, String expectedLeft)
        throws IOException {
      assertThat(remainingFiles()).as(output()).isEqualTo(expectedLeft);
      addUncheckedRow(fault, when, line, kept, expectedLeft);
    }

    /** Adds a row without checking which files are left. */
    void addUncheckedRow(String fault, String when, String line, String kept, String left) {
      rows.add(new Row(fault, when, status, line, kept, left));
    }
  }

  /** Returns the data and temporary files that are left after the next run has cleaned up. */
  final String remainingFiles() throws IOException {
    if (home.leftFiles().isEmpty()) {
      return NOTHING;
    }
    DataFolder.create(home.data()).close(); // as the next run does
    List<String> still =
        home.leftFiles().stream().filter(file -> !file.matches(JMH_FILES)).toList();
    return still.isEmpty() ? UNTIL_THE_NEXT_RUN : String.join(", ", still);
  }

  private ResultTable table() {
    return ResultTable.withAllColumns("", rows)
        .text("fault", Row::fault)
        .text("while", Row::when)
        .number("status", Row::status)
        .text("what the user reads", Row::seen)
        .text("kept", Row::kept)
        .text("left", Row::left);
  }

  /**
   * Writes the table below {@code target/faults/}. With {@code -Dfaults.write=true}, it is also
   * written to the page, where a table never loses rows.
   */
  @AfterAll
  void writeTable() throws IOException {
    String text = "\n" + table().markdown() + "\n";
    Path copies = Files.createDirectories(Installation.moduleFolder().resolve("target/faults"));
    AtomicFile.write(copies.resolve(name + ".md"), text);
    if (!Boolean.getBoolean("faults.write") || countRows(text) <= HEAD_LINES) {
      return;
    }
    String page = Files.readString(PAGE);
    String begin = "<!-- " + name + ": ./mvnw verify -Pfaults -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- end of " + name + " -->");
    if (from < begin.length()
        || to < from
        || countRows(text) < countRows(page.substring(from, to))) {
      throw new IOException(PAGE + " has no place for " + name + " or more rows there: left alone");
    }
    AtomicFile.write(PAGE, page.substring(0, from) + text + page.substring(to));
  }

  private static long countRows(String table) {
    return table.lines().filter(line -> line.startsWith("|")).count();
  }
}
