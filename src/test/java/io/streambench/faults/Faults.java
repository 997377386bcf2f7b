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

/** Faults of runs, each in a home of its own, and their table in {@code docs/results/faults.md}. */
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class Faults {
  static final String NOTHING = "nothing";
  static final String UNTIL_THE_NEXT_RUN = "a folder, until the next run; files of JMH's";
  static final String BOTH = "both combinations";
  static final String FIRST = "the first combination";

  private static final Path PAGE = Installation.moduleFolder().resolve("docs/results/faults.md");
  private static final int HEAD_LINES = 2;
  private static final int GONE_SECONDS = 40;

  /** Files of a few bytes, which are removed when their JVM ends in order. */
  private static final String JMHS = "tmp/jmh\\d+(compilecommand|stdout|stderr)";

  private static final Pattern RESULT =
      Pattern.compile("^(?:  - )?[\\w.]+(?:=\\w+)?: (COMPLETED|STALLED|FAILED|INTERRUPTED)\\b");

  /** LD_PRELOAD is cut at blanks. */
  @TempDir(factory = TempDirFactory.Standard.class)
  Path folder;

  SpareHome home;

  /** The file into which JMH writes the run's results. */
  Path results;

  private final String name;
  private final List<Row> rows = new ArrayList<>();

  private record Row(
      String fault, String when, int status, String seen, String kept, String left) {}

  /**
   * @param name of the table in the page
   */
  Faults(String name) {
    this.name = name;
  }

  @BeforeEach
  void makeAHome() throws IOException {
    home = new SpareHome(folder);
    results = folder.resolve("results.json");
  }

  /** The main job with two combinations, with one shard and with four. */
  final List<String> job(List<String> more) {
    return SpareHome.job(Jobs.twoCombinations(results, more));
  }

  /** Runs a command to its end; fails if its status is another one or something of it lives on. */
  final Ended run(List<String> command, Integer... statuses) throws Exception {
    try (Program program = home.start(command)) {
      return ended(program, statuses);
    }
  }

  /** Waits for the end; fails if the status is another one or something of it lives on. */
  final Ended ended(Program program, Integer... statuses) throws Exception {
    int status = program.status();
    program.awaitGone(GONE_SECONDS);
    assertThat(status).as(program.output().text()).isIn((Object[]) statuses);
    return new Ended(program, status);
  }

  /** A program that has ended, with all that it had started. */
  final class Ended {
    private final Program program;
    private final int status;

    Ended(Program program, int status) {
      this.program = program;
      this.status = status;
    }

    int status() {
      return status;
    }

    String output() {
      return program.output().text();
    }

    Ended says(String... texts) {
      assertThat(output()).contains(texts);
      return this;
    }

    /** The last row of the summary, without what differs from run to run. */
    String result() {
      String last =
          output()
              .lines()
              .filter(line -> RESULT.matcher(line).find())
              .reduce((first, second) -> second)
              .orElseThrow(() -> new AssertionError(output()));
      return withoutWhatDiffers(RESULT.matcher(last).replaceFirst("$1"));
    }

    /** The last line with a text, without what differs from run to run. */
    String line(String with) {
      says(with);
      return withoutWhatDiffers(program.lineWith(with));
    }

    String withoutWhatDiffers(String line) {
      return line.replace(home.folder() + "/", "")
          .replace(home.folder().toString(), ".")
          .replaceAll("\\d{8}-\\d{6}-", "")
          .replaceAll("(process|127.0.0.1:) ?\\d+", "$1 N");
    }

    /** Fails if the results lack {@link #FIRST} or {@link #BOTH} combinations. */
    Ended keeps(String combinations) throws IOException {
      return keeps(Jobs.VARIED, combinations.equals(BOTH) ? "4" : "1");
    }

    /** Fails if the results lack a value of a parameter. */
    Ended keeps(String parameter, String value) throws IOException {
      assertThat(results).as(output()).exists();
      JsonNode cells = new ObjectMapper().readTree(Files.readString(results));
      assertThat(cells)
          .as(output())
          .anyMatch(cell -> cell.path("params").path(parameter).asText().equals(value));
      assertThat(StudyFile.read(StudyFile.outcomesFile(results)).outcomes())
          .anySatisfy(cell -> assertThat(cell.params()).containsEntry(parameter, value));
      return this;
    }

    /** Adds a row; fails if data or temporary files are left. */
    void row(String fault, String when, String line, String kept) throws IOException {
      row(fault, when, line, kept, NOTHING);
    }

    void row(String fault, String when, String line, String kept, String expectedLeft)
        throws IOException {
      assertThat(left()).as(output()).isEqualTo(expectedLeft);
      rowWithout(fault, when, line, kept, expectedLeft);
    }

    /** Adds a row without a look at what is left. */
    void rowWithout(String fault, String when, String line, String kept, String left) {
      rows.add(new Row(fault, when, status, line, kept, left));
    }
  }

  /** What is left of data and temporary files, once the next run has cleared up, too. */
  final String left() throws IOException {
    if (home.left().isEmpty()) {
      return NOTHING;
    }
    DataFolder.create(home.data()).close(); // as the next run does
    List<String> still = home.left().stream().filter(file -> !file.matches(JMHS)).toList();
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
   * Writes the table below {@code target/faults/}, and with {@code -Dfaults.write=true} into the
   * page, where a table never loses rows.
   */
  @AfterAll
  void write() throws IOException {
    String text = "\n" + table().markdown() + "\n";
    Path copies = Files.createDirectories(Installation.moduleFolder().resolve("target/faults"));
    AtomicFile.write(copies.resolve(name + ".md"), text);
    if (!Boolean.getBoolean("faults.write") || lines(text) <= HEAD_LINES) {
      return;
    }
    String page = Files.readString(PAGE);
    String begin = "<!-- " + name + ": ./mvnw verify -Pfaults -->\n";
    int from = page.indexOf(begin) + begin.length();
    int to = page.indexOf("<!-- end of " + name + " -->");
    if (from < begin.length() || to < from || lines(text) < lines(page.substring(from, to))) {
      throw new IOException(PAGE + " has no place for " + name + " or more rows there: left alone");
    }
    AtomicFile.write(PAGE, page.substring(0, from) + text + page.substring(to));
  }

  private static long lines(String table) {
    return table.lines().filter(line -> line.startsWith("|")).count();
  }
}
