package io.streambench.diagnose.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QueryLogTest {
  @TempDir Path folder;

  /** A node may be on another machine if Java does not find the host in its URL. */
  @ParameterizedTest
  @CsvSource({
    "http://localhost:8983/solr, true",
    "http://[::1]:8983/solr, true",
    "http://192.0.2.1:8983/solr, false",
    "http://solr_1:8983/solr, false",
    "http://node-1:port-1/solr, false",
  })
  void readsLogOnlyOfNodeOnThisMachine(String node, boolean read) throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("solr.log"),
            "INFO (qtp5-60-x-7) [t:x-7] path=/stream params={expr=a} status=0\n");
    assertThat(QueryLog.find(node, log, "x-7").isPresent()).isEqualTo(read);
  }
}
