package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.streaming.StreamingRun;
import io.streambench.program.Until;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests a run that starts its own cluster in another process. */
class ProcessClusterIT {
  @TempDir Path logs;

  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @Test
  @EnabledOnOs(OS.LINUX)
  void recordsStallWithServerDumpAndRemovesClusterData() throws Exception {
    StreamingRun run =
        StreamingRun.open(
            new Job(
                "StreamingSearch.stream",
                "thrpt",
                1,
                Parameters.with(
                    "cluster", "process",
                    "nodeCount", "2",
                    "numShards", "4",
                    "docCount", "200",
                    "docSizeBytes", "8192",
                    "initialStreamRecvWindow", "65535",
                    "initialSessionRecvWindow", "65535"),
                Map.of("streambench.clusterHeap", "512m", "streambench.logs", logs.toString())),
            line -> lines.add(line.replace("\n#  ", ""))); // unwraps long lines
    ProcessHandle process = findClusterProcess();
    Path data = findDataFolder(process);
    assertThat(data).isDirectory();
    assertThat(lines)
        .anyMatch(line -> line.contains("clients in the nodes: HTTP/2, stream window 8 MiB"));
    EvidenceWait.awaitStall(run, logs);
    Path folder;
    try (Stream<Path> folders = Files.list(logs)) {
      folder = folders.filter(Files::isDirectory).findFirst().orElseThrow();
    }
    assertThat(Files.readString(folder.resolve("jetty-server.txt"))).contains("ServerConnector@");
    assertThat(Files.readString(folder.resolve("verdict.json")))
        .contains("\"notObserved\" : \"the nodes' ends of the sessions");

    process.onExit().get();
    Until.isTrue(() -> !Files.exists(data)); // the run is closed on another thread
  }

  private ProcessHandle findClusterProcess() {
    String line =
        lines.stream().filter(l -> l.startsWith("# cluster: process ")).findFirst().orElseThrow();
    return ProcessHandle.of(Long.parseLong(line.split(" ")[3])).orElseThrow();
  }

  /** Returns the data folder of this run. Other tests have their folders next to it. */
  private static Path findDataFolder(ProcessHandle cluster) throws Exception {
    // ProcessHandle truncates a command line to 4 KiB, which a class path fills.
    String[] arguments =
        Files.readString(Path.of("/proc/" + cluster.pid() + "/cmdline")).split("\0");
    Path clusterFolder = Path.of(arguments[arguments.length - 1]);
    Path home = Installation.dataFolder();
    return home.resolve(home.relativize(clusterFolder).getName(0));
  }
}
