package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Twelve shards over HTTP/2 on a stock Solr, fifty times in one parent. */
@Tag("faults")
@Timeout(value = 90, unit = TimeUnit.MINUTES)
class FiftyStallsIT extends FaultsAtHome {
  private static final int STALLS = 50;

  /** 40 MB: 37 MB of it can lie unread, more than twice the session window. */
  private static final int DOCUMENTS = 4_000;

  private static final int MINUTES = 75;

  private static final int FEW = 5;

  /** Threads and files of the moment: a fork that begins, a zip that is written. */
  private static final int HELD_NOISE = 5;

  private record Held(long threads, long files) {
    static Held by(ProcessHandle process) throws IOException {
      Path of = Path.of("/proc", Long.toString(process.pid()));
      try (Stream<String> status = Files.lines(of.resolve("status"));
          Stream<Path> files = Files.list(of.resolve("fd"))) {
        long threads =
            status
                .filter(line -> line.startsWith("Threads:"))
                .mapToLong(line -> Long.parseLong(line.substring("Threads:".length()).strip()))
                .sum();
        return new Held(threads, files.count());
      }
    }
  }

  FiftyStallsIT() {
    super("stalls");
  }

  /** A parameter that changes nothing of it tells the combinations apart. */
  @Test
  void haveFiftyVerdictsAndFoldersOfOneCauseAndLeaveNothing() throws Exception {
    String documents =
        IntStream.range(DOCUMENTS, DOCUMENTS + STALLS)
            .mapToObj(Integer::toString)
            .collect(Collectors.joining(","));
    // A stall ends each iteration.
    List<String> job =
        Jobs.words(
            "-p numShards=12 -p nodeCount=1 -p useHttp1=false -p docSizeBytes=10024 -wi 0 -i 1"
                + " -r 120 -jvmArgs -Xmx2g StreamingSearch -p docCount="
                + documents);
    try (Program program = home.start("jmh.sh", job)) {
      program.awaitThat("a few stalls", () -> home.runFolders().size() >= FEW);
      Held few = Held.by(program.leader());
      program.awaitThat("nearly all", () -> home.runFolders().size() >= STALLS - 1);
      Held many = Held.by(program.leader());
      assertThat(many.threads())
          .as("threads")
          .isLessThanOrEqualTo(
              few.threads() + HELD_NOISE + Runtime.getRuntime().availableProcessors());
      assertThat(many.files())
          .as("files, sockets too")
          .isLessThanOrEqualTo(few.files() + HELD_NOISE);
      assertThat(program.endsWithin(MINUTES)).as(program.output().text()).isTrue();
      Ended ended = Ended.of(program, home).withStatus(3);
      List<Path> folders = home.runFolders();
      assertThat(folders).hasSize(STALLS);
      for (Path run : folders) {
        JsonNode verdict = new ObjectMapper().readTree(run.resolve("verdict.json").toFile());
        assertThat(verdict.path("verdict").asText()).as(run.toString()).isEqualTo("STALLED");
        assertThat(verdict.path("cause").asText()).as(run.toString()).isEqualTo("SESSION_WINDOW");
      }
      row(
          ended,
          STALLS + " stalls in one parent",
          "12 shards, " + STALLS + " combinations",
          ended.line("STALLED, last tuple at"),
          STALLS + " verdicts SESSION_WINDOW, " + STALLS + " folders");
    }
  }
}
