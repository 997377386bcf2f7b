package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlPortTest {
  private static String query(String path, int port) throws IOException {
    return ControlPort.query(path, port, new TypeReference<>() {});
  }

  @Test
  void answersQueriesUntilClosed() throws Exception {
    ControlPort control =
        ControlPort.open(
            Map.of(
                ControlPort.DUMP_PATH,
                () -> "one\ntwo",
                ControlPort.INDEX_PATH,
                () -> List.of("index"),
                ControlPort.HEAP_PATH,
                Cluster::heapBytesAfterCollection));
    int port = control.port();
    try (control) {
      assertThat(query(ControlPort.DUMP_PATH, port)).isEqualTo("one\ntwo");
      assertThat(query(ControlPort.DUMP_PATH, port)).isEqualTo("one\ntwo");
      List<String> index =
          ControlPort.query(ControlPort.INDEX_PATH, port, new TypeReference<>() {});
      assertThat(index).containsExactly("index");
      Long heapBytes = ControlPort.query(ControlPort.HEAP_PATH, port, new TypeReference<>() {});
      assertThat(heapBytes).isPositive();
      assertThatThrownBy(() -> query("/nonsense", port)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> query(ControlPort.DUMP_PATH, port)).isInstanceOf(IOException.class);
  }
}
