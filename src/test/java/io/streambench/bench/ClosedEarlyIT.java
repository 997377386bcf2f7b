package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.cluster.Cluster;
import io.streambench.bench.fork.BenchmarkRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.CollectionReader;
import io.streambench.bench.streaming.CollectionReading;
import io.streambench.bench.streaming.StreamingRun;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.watchdog.StoppedException;
import io.streambench.bench.watchdog.TupleCounter;
import io.streambench.program.Until;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.CloudSolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Closes several single-shard queries early, and then reads one completely. The last query shares
 * its session with no other query, so the rule for safe windows does not call it unsafe.
 */
class ClosedEarlyIT {
  private static final int CLOSED_EARLY = 2;
  private static final int STREAM_WINDOW = 400_000;

  @TempDir Path logs;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  private static final class Reading implements CollectionReading {
    private final Cluster cluster;
    private final StreamContext context = new StreamContext();
    private final CollectionReader whole;
    private int closed;

    Reading(Cluster cluster, OwnClient client) {
      this.cluster = cluster;
      context.setSolrClientCache(client.newStreamCache());
      whole = new CollectionReader(cluster, client);
    }

    @Override
    public long read(TupleCounter progress, Consumer<Tuple> consumer) throws IOException {
      if (closed == CLOSED_EARLY) {
        return whole.read(progress, consumer);
      }
      CloudSolrStream stream =
          new CloudSolrStream(
              cluster.zkHost(),
              cluster.collection(),
              CollectionReading.createQuery(cluster.contents()));
      stream.setStreamContext(context);
      stream.open();
      stream.read();
      progress.increment();
      closed++;
      awaitUnreadBytes(closed * 3L * STREAM_WINDOW / 4);
      stream.close();
      return 1;
    }

    private static void awaitUnreadBytes(long bytes) throws IOException {
      try {
        Until.isTrue(() -> unreadBytes() >= bytes);
      } catch (Exception e) {
        throw new IOException(e);
      }
    }

    private static long unreadBytes() {
      return BenchmarkRun.current(StreamingRun.class)
          .orElseThrow()
          .flowControlTotals()
          .peakUnreadBytes();
    }

    @Override
    public void close() {
      context.getSolrClientCache().close();
      whole.close();
    }
  }

  private StreamingRun openRun() {
    Map<String, String> parameters =
        Parameters.with(
            "flowControl", "buffering",
            "nodeCount", "1",
            "numShards", "1",
            "docCount", "400",
            "docSizeBytes", "8192",
            "initialStreamRecvWindow", Integer.toString(STREAM_WINDOW),
            "initialSessionRecvWindow", Integer.toString(CLOSED_EARLY * STREAM_WINDOW));
    Map<String, String> properties = Map.of("streambench.logs", logs.toString());
    return StreamingRun.open(
        new Job("ClosedEarly.read", "thrpt", 1, parameters, properties),
        StreamingSettings.of(parameters, properties),
        lines::add,
        Reading::new);
  }

  private Path findEvidenceFile(String name) throws IOException {
    try (Stream<Path> files = Files.walk(logs)) {
      return files.filter(file -> file.endsWith(name)).findFirst().orElseThrow();
    }
  }

  @Tag("slow")
  @Test
  void earlyClosedQueriesLeakSessionWindowOfStockClient() throws Exception {
    StreamingRun run = openRun();
    for (int i = 0; i < CLOSED_EARLY; i++) {
      assertThat(run.read(tuple -> {})).isEqualTo(1);
    }
    assertThatThrownBy(() -> run.read(tuple -> {}))
        .isInstanceOf(StoppedException.class)
        .hasMessageStartingWith("STALLED: session ");
    EvidenceWait.awaitZip(logs);
    JsonNode verdict = new ObjectMapper().readTree(findEvidenceFile("verdict.json").toFile());
    assertThat(verdict.get("verdict").asText()).isEqualTo("STALLED");
    assertThat(verdict.get("cause").asText()).isEqualTo("CANCELLED_STREAMS");
    assertThat(verdict.get("waitsForStreams")).hasSize(1);
    assertThat(findEvidenceFile("README.md")).content().contains("Cause: CANCELLED_STREAMS: ");
    assertThat(verdict.get("reason").asText()).contains(": http://").endsWith("/select");
    assertThat(lines).anyMatch(line -> line.startsWith("# prediction: SAFE: a stream that has"));
  }
}
