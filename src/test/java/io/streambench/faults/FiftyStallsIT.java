package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Twelve shards over HTTP/2 on a stock Solr, fifty times in one parent. */
@Tag("faults")
@Timeout(value = 60, unit = TimeUnit.MINUTES)
@EnabledOnOs(OS.LINUX)
class FiftyStallsIT {
  private static final FaultTable TABLE = new FaultTable("stalls");
  private static final int STALLS = 50;

  /** 40 MB: 37 MB of it can lie unread, more than twice the session window. */
  private static final int DOCUMENTS = 4_000;

  private static final int MINUTES = 45;

  @TempDir Path folder;

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  /** A parameter that changes nothing of it tells the combinations apart. */
  @Test
  void haveFiftyVerdictsAndFoldersOfOneCauseAndLeaveNothing() throws Exception {
    SpareHome home = new SpareHome(folder);
    String documents =
        IntStream.range(DOCUMENTS, DOCUMENTS + STALLS)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    List<String> job =
        List.of(
            "-p",
            "numShards=12",
            "-p",
            "nodeCount=1",
            "-p",
            "useHttp1=false",
            "-p",
            "docSizeBytes=10024",
            "-p",
            "docCount=" + documents,
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "20", // a stall ends it
            "-jvmArgs",
            "-Xmx2g -Dstreambench.stallTimeout=5s",
            "StreamingSearch");
    try (Program program = home.start("jmh.sh", job)) {
      assertThat(program.endsWithin(MINUTES)).as(program.output().text()).isTrue();
      Ended ended = Ended.of(program, home).withStatus(3);
      List<Path> folders = home.runFolders();
      assertThat(folders).hasSize(STALLS);
      for (Path run : folders) {
        JsonNode verdict = new ObjectMapper().readTree(run.resolve("verdict.json").toFile());
        assertThat(verdict.path("verdict").asText()).as(run.toString()).isEqualTo("STALLED");
        assertThat(verdict.path("cause").asText()).as(run.toString()).isEqualTo("SESSION_WINDOW");
      }
      ended.recordIn(
          TABLE,
          STALLS + " stalls in one parent",
          "12 shards, " + STALLS + " combinations",
          ended.line("STALLED at"),
          STALLS + " verdicts SESSION_WINDOW, " + STALLS + " folders",
          Ended.NOTHING);
    }
  }
}
