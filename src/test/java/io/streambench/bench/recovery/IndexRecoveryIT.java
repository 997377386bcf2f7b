package io.streambench.bench.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.recovery.RecoveryRun.RecoveryCost;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.RecoverySettings;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.FlowControlKind;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests the recovery of a tiny index. All tests but the last share the process of the leaders. */
@Tag("program")
class IndexRecoveryIT {
  private static final Pattern NODE = Pattern.compile("# recovering node in process (\\d+),.*");
  private static final Pattern LEADERS = Pattern.compile("# index: .* leaders in process (\\d+)");

  @TempDir static Path sharedFolder;
  private static ClusterPool pool;

  @TempDir Path folder;
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private Path outcomes;

  private static Map<String, String> parameters(String... changes) {
    Map<String, String> parameters =
        new TreeMap<>(
            Map.of(
                "copiedBy", "solr",
                "useHttp1", "false",
                "numShards", "2",
                "docCount", "60",
                "docSizeBytes", "20000"));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return parameters;
  }

  private static Map<String, String> heapProperties() {
    return Map.of(ClusterSettings.HEAP_PROPERTY, "512m");
  }

  @BeforeAll
  static void startLeaders() throws Exception {
    pool = ClusterPool.open(sharedFolder.resolve("clusters"));
    pool.getOrStart(RecoverySettings.of(parameters(), heapProperties()), line -> {});
  }

  @AfterAll
  static void stopLeaders() {
    pool.close();
  }

  @BeforeEach
  void createFolders() throws Exception {
    outcomes = Files.createDirectory(folder.resolve("outcomes"));
  }

  @AfterEach
  void assertNoNodeIsLeft() {
    BenchmarkRun.closeLast();
    assertThat(findNodeProcess().filter(ProcessHandle::isAlive).findAny()).isEmpty();
  }

  private Stream<ProcessHandle> findNodeProcess() {
    return findLoggedProcesses(NODE);
  }

  private Stream<ProcessHandle> findLoggedProcesses(Pattern linePattern) {
    return lines.stream()
        .map(linePattern::matcher)
        .filter(Matcher::matches)
        .flatMap(line -> ProcessHandle.of(Long.parseLong(line.group(1))).stream());
  }

  private RecoveryRun openRun(Map<String, String> parameters) {
    Map<String, String> properties = new TreeMap<>(heapProperties());
    properties.put(RunSettings.LOGS_PROPERTY, folder.resolve("logs").toString());
    properties.put(OutcomeFile.FOLDER_PROPERTY, outcomes.toString());
    properties.put(ClusterPool.FOLDER_PROPERTY, sharedFolder.resolve("clusters").toString());
    return RecoveryRun.open(
        new Job("IndexRecovery.recover", "avgt", 1, parameters, properties),
        RecoverySettings.of(parameters, properties),
        lines::add);
  }

  private OutcomeFile readOutcome() throws Exception {
    List<OutcomeFile> outcomeFiles = OutcomeFile.readAll(outcomes);
    assertThat(outcomeFiles).describedAs(lines.toString()).hasSize(1);
    return outcomeFiles.get(0);
  }

  private RecoveryCost recoverTwice(Map<String, String> parameters) throws Exception {
    try (RecoveryRun run = openRun(parameters)) {
      for (int operation = 0; operation < 2; operation++) {
        run.begin();
        assertThat(run.recover()).isGreaterThan(60 * 20_000 / 2);
        run.check();
      }
    }
    assertThat(readOutcome().outcome()).isEqualTo(Outcome.COMPLETED);
    assertThat(readOutcome().operations()).isEqualTo(2);
    return BenchmarkRun.current(RecoveryRun.class).orElseThrow().takeCost();
  }

  @Tag("slow")
  @ParameterizedTest
  @EnumSource(
      value = FlowControlKind.class,
      names = {"BUFFERING", "MEMORY_BOUND"})
  void replicasAreCompleteOverHttp2(FlowControlKind kind) throws Exception {
    RecoveryCost cost = recoverTwice(parameters("flowControl", kind.toString()));
    assertThat(readOutcome().detail()).startsWith("HTTP/2");
    assertThat(cost.flowControl().receivedBytes()).isGreaterThanOrEqualTo(cost.copiedBytes());
    assertThat(cost.receiverCpuSeconds()).isPositive();
    assertThat(cost.recoveringSeconds()).isNotNegative().isLessThanOrEqualTo(cost.seconds());
  }

  @Tag("slow")
  @Test
  void replicasAreCompleteOverHttp1() throws Exception {
    RecoveryCost cost = recoverTwice(parameters("useHttp1", "true"));
    assertThat(readOutcome().detail()).startsWith("HTTP/1.1");
    assertThat(cost.flowControl().receivedBytes()).isZero();
  }

  private static Path largestFile(RecoveryRun run) throws Exception {
    Path copy = run.copyFoldersByShard().values().iterator().next();
    try (Stream<Path> files = Files.list(copy)) {
      return files.max(Comparator.comparingLong(file -> file.toFile().length())).orElseThrow();
    }
  }

  @Tag("slow")
  @Test
  void reportsWrongByteInOneLine() throws Exception {
    RecoveryRun run = openRun(parameters());
    run.begin();
    run.recover();
    try (FileChannel file =
        FileChannel.open(largestFile(run), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      file.read(one, file.size() / 2);
      one.put(0, (byte) ~one.get(0)).rewind();
      file.write(one, file.size() / 2);
    }
    assertThatThrownBy(run::check)
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("has another checksum");
    assertThat(readOutcome().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(readOutcome().operations()).isZero();
    assertThat(readOutcome().detail()).doesNotContain("\n");
  }

  @Tag("slow")
  @Test
  void reportsDeadRecoveringNodeInOneLine() throws Exception {
    RecoveryRun run = openRun(parameters());
    run.begin();
    ProcessHandle node = findNodeProcess().findAny().orElseThrow();
    node.destroyForcibly();
    node.onExit().get();
    assertThatThrownBy(run::recover)
        .isInstanceOf(StoppedException.class)
        .hasMessageContaining("the recovering node, process " + node.pid() + ", has died");
    assertThat(readOutcome().outcome()).isEqualTo(Outcome.FAILED);
    assertThat(readOutcome().detail()).doesNotContain("\n");
  }

  /** Files are requested one after another, and a merged index has more than eight files. */
  @Test
  @Tag("matrix")
  void addsRoundTripTimeBetweenNodes() throws Exception {
    try (RecoveryRun run =
        openRun(parameters("numShards", "1", "useHttp1", "true", "rttMillis", "500"))) {
      run.begin();
      run.recover();
      run.check();
    }
    assertThat(BenchmarkRun.current(RecoveryRun.class).orElseThrow().takeCost().seconds())
        .isGreaterThan(8 * 0.5);
    assertThat(lines).anyMatch(line -> line.contains("a round trip of 500 ms more"));
    assertThat(findLoggedProcesses(LEADERS).filter(ProcessHandle::isAlive).findAny())
        .as("nobody else needs these leaders")
        .isEmpty();
  }
}
