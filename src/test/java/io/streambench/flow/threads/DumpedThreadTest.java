package io.streambench.flow.threads;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DumpedThreadTest {
  private static final String POOL = "ExportBuffers-82-thread-1-processing-";

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          qtp1-37-node1-38 | node1-38
          qtp1-37 | ''
          c_shard3_replica_n13 null-38 core_node15 127.0.0.1:42773_solr c shard3 null-38 | null-38
          127.0.0.1:42773_solr c_shard3_replica_n13 null-38 core_node15 c shard3 | null-38
          main | ''
          """)
  void readsRequestIdFromThreadName(String name, String request) {
    String whole = name.contains("_replica_") ? POOL + name : name;
    DumpedThread thread =
        new DumpedThread(whole, "1", "", Activity.OTHER, true, false, false, false, 1, Double.NaN);
    assertThat(thread.requestId()).isEqualTo(request);
  }
}
