package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.NodeOutput;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.SolrTransport;
import io.streambench.program.Until;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests the output buffer of a running node. */
class NodeOutputIT {
  private static final Pattern CONFIGURATION =
      Pattern.compile("HttpConfiguration@\\w+\\{(\\d+)/(\\d+),");
  private static final Pattern ADDRESS = Pattern.compile("\\{127\\.0\\.0\\.1:(\\d+)\\}");

  @TempDir Path data;

  @Test
  void bothProtocolsUseRequestedOutputBuffer() throws Exception {
    StreamingSettings settings =
        StreamingSettings.of(
            Parameters.with(
                "nodeCount", "1",
                "numShards", "1",
                "docCount", "100",
                "docSizeBytes", "4096",
                "outputBufferSize", "65536",
                "outputAggregationSize", "16384"),
            Map.of());
    try (SolrTransport transport = openAfterOtherRunsClosed(settings);
        EmbeddedCluster cluster =
            EmbeddedCluster.start(settings, data.resolve("cluster"), transport)) {
      cluster.prepare(() -> {});
      assertThat(cluster.nodeOutputs()).containsExactly(new NodeOutput(65_536, 16_384));
      String dump = cluster.serverDump();
      assertThat(dump)
          .contains("HttpConnectionFactory@")
          .contains("HTTP2CServerConnectionFactory@");
      assertThat(CONFIGURATION.matcher(dump).results().map(NodeOutputIT::bufferSizes))
          .isNotEmpty()
          .containsOnly(List.of("65536", "16384"));
      assertThat(firstChunkBytes(dump, cluster.collection())).isEqualTo(65_536);
    }
  }

  /** Opens the transport. A run that an earlier test stopped may still be closing its own. */
  private static SolrTransport openAfterOtherRunsClosed(StreamingSettings settings)
      throws Exception {
    AtomicReference<SolrTransport> opened = new AtomicReference<>();
    Until.isTrue(
        () -> {
          try {
            opened.set(SolrTransport.open(settings.transport()));
          } catch (IllegalStateException e) {
            return false;
          }
          return true;
        });
    return opened.get();
  }

  private static List<String> bufferSizes(MatchResult match) {
    return List.of(match.group(1), match.group(2));
  }

  /** Requests all documents over HTTP/1.1, and returns the size in bytes of the first chunk. */
  private static int firstChunkBytes(String dump, String collection) throws Exception {
    int port = Integer.parseInt(ADDRESS.matcher(dump).results().findFirst().orElseThrow().group(1));
    URI query = URI.create("/solr/" + collection + "/select?q=*:*&rows=100&wt=javabin");
    try (Socket socket = new Socket("127.0.0.1", port)) {
      socket
          .getOutputStream()
          .write(
              ("GET " + query + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                  .getBytes(StandardCharsets.ISO_8859_1));
      BufferedReader answer =
          new BufferedReader(
              new InputStreamReader(socket.getInputStream(), StandardCharsets.ISO_8859_1));
      while (!answer.readLine().isEmpty()) {
        // skips the headers
      }
      return Integer.parseInt(answer.readLine(), 16);
    }
  }
}
