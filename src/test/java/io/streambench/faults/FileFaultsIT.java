package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.streambench.config.Home;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of real runs, of which something is gone or wrong when they are read. */
@Tag("faults")
@Timeout(120)
class FileFaultsIT {
  private static final FaultTable TABLE = new FaultTable("files");

  @TempDir static Path shared;
  @TempDir Path folder;

  enum Damage {
    EMPTY,
    CUT_IN_HALF,
    GARBLED;

    byte[] of(byte[] file) {
      int half = file.length / 2;
      if (this != GARBLED) {
        return Arrays.copyOf(file, this == EMPTY ? 0 : half);
      }
      // A hundredth of its bytes, from the middle on, by others.
      byte[] other = new byte[Math.max(8, file.length / 100)];
      new Random(file.length).nextBytes(other);
      byte[] garbled = file.clone();
      System.arraycopy(other, 0, garbled, half, Math.min(other.length, half));
      return garbled;
    }

    /** A part that can still be read may be told, but never as if it were all. */
    Integer[] statuses() {
      return this == EMPTY ? new Integer[] {2} : new Integer[] {0, 2, 3};
    }

    String text() {
      return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
  }

  /** A file of a run or a study, and the verb that reads it. */
  record Read(String verb, Path file, String name) {
    /** The verb with its arguments: the folder, the file, or the file next to the whole one. */
    List<String> arguments(Path damaged) {
      return switch (verb) {
        case "report" -> List.of(verb, damaged.getParent().toString());
        case "compare" -> List.of(verb, file.toString(), damaged.toString());
        default -> List.of(verb, damaged.toString());
      };
    }

    /** Returns where it goes in a folder, in which there is then what it needs besides. */
    Path placeIn(Path folder) throws IOException {
      if (verb.equals("report")) {
        Files.copy(file.resolveSibling("forks.zip"), folder.resolve("forks.zip"));
      }
      return folder.resolve(name);
    }

    /** Events of a recording can be wrong and well-formed; nothing in the format tells. */
    boolean hasNoChecksum() {
      return name.endsWith(".jfr");
    }

    @Override
    public String toString() {
      return verb + " " + name;
    }
  }

  private static final Path RUN = Home.folder().resolve("flow-control-logs/example-12-shards");
  private static final Path RESULTS = Home.folder().resolve("docs/results");

  static List<Read> reads() throws Exception {
    return List.of(
        new Read("analyze", RUN.resolve("events.jfr"), "events.jfr"),
        new Read("analyze", golden("jetty10-stall.log.gz"), "solr.log.gz"),
        new Read("analyze", zipOf(RUN), "run.zip"),
        new Read("analyze", heapDump(), "heap.hprof"),
        new Read("compare", RESULTS.resolve("2026-11-21-aa.json"), "aa.json"),
        new Read("report", RESULTS.resolve("2026-11-23-windows-runs/study.json"), "study.json"));
  }

  static Stream<Arguments> cells() throws Exception {
    return reads().stream()
        .flatMap(read -> Arrays.stream(Damage.values()).map(damage -> Arguments.of(read, damage)));
  }

  private static Path golden(String name) {
    return Home.folder().resolve("src/test/resources/io/streambench/eventlog/golden/" + name);
  }

  private static Path zipOf(Path run) throws IOException {
    Path zip = shared.resolve("run.zip");
    // What is read of it: damage elsewhere changes no answer, and is no fault.
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      for (Path file : List.of(run.resolve("events.jfr"), run.resolve("verdict.json"))) {
        out.putNextEntry(new ZipEntry(run.getFileName() + "/" + file.getFileName()));
        Files.copy(file, out);
      }
    }
    return zip;
  }

  private static Path heapDump() throws Exception {
    Path dump = shared.resolve("heap.hprof");
    if (Files.exists(dump)) { // by the other method, which has the same files
      return dump;
    }
    dumpTo(dump);
    return dump;
  }

  /** Dumps this JVM, while it has a connection over HTTP/2 with something unread. */
  static void dumpTo(Path dump) throws Exception {
    try (H2cServer server = new H2cServer(new FlowControlMonitor(), 1 << 20, 1 << 16, 1 << 20);
        InputStream unread = server.request()) {
      assertThat(unread.read()).isNotNegative();
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(dump.toString(), true);
    }
  }

  /** The control: a word in every answer would otherwise pass for the word about the damage. */
  @ParameterizedTest
  @MethodSource("reads")
  void aWholeFileIsReadWithoutSuchAWord(Read read) throws Exception {
    SpareHome home = new SpareHome(Files.createDirectory(folder.resolve("home")));
    Path whole = read.placeIn(Files.createDirectory(folder.resolve("files")));
    Files.copy(read.file(), whole);
    try (Program program = home.start("streambench", read.arguments(whole))) {
      Ended ended = Ended.of(program, home).withStatus(0, 3);
      assertThat(word(ended.output())).isEmpty();
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cells")
  void isALineAndNeverAnAnswerWithoutAWord(Read read, Damage damage) throws Exception {
    SpareHome home = new SpareHome(Files.createDirectory(folder.resolve("home")));
    Path damaged = read.placeIn(Files.createDirectory(folder.resolve("files")));
    Files.write(damaged, damage.of(Files.readAllBytes(read.file())));
    try (Program program = home.start("streambench", read.arguments(damaged))) {
      Ended ended = Ended.of(program, home).withStatus(damage.statuses());
      assertThat(ended.output()).doesNotContain("\tat ", "Exception in thread");
      String line = word(ended.output());
      if (line.isEmpty()) {
        assertThat(read.hasNoChecksum() && damage == Damage.GARBLED).as(ended.output()).isTrue();
        line = "(no word: a recording has no checksum)";
      }
      String fault = read.name() + ", " + damage.text();
      String seen = line.replace(folder + "/", "");
      TABLE.add(ended.row(fault, read.verb(), seen, "the file", Ended.NOTHING));
    }
  }

  private static String word(String output) {
    return Stream.of(" must ", "in the middle", "most flow-control lines are garbled")
        .map(Pattern::quote)
        .map(quoted -> Pattern.compile(quoted + "|, (?!0 garbled)[\\d,]+ garbled"))
        .flatMap(word -> output.lines().filter(line -> word.matcher(line).find()))
        .findFirst()
        .map(String::strip)
        .orElse("");
  }

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }
}
