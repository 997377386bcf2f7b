package io.streambench.bench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.core.type.TypeReference;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlPortTest {
  private static String ask(String question, int port) throws IOException {
    return ControlPort.query(question, port, new TypeReference<>() {});
  }

  @Test
  void everyQuestionHasItsAnswerUntilThePortIsClosed() throws Exception {
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
      assertThat(ask(ControlPort.DUMP_PATH, port)).isEqualTo("one\ntwo");
      assertThat(ask(ControlPort.DUMP_PATH, port)).isEqualTo("one\ntwo");
      List<String> index =
          ControlPort.query(ControlPort.INDEX_PATH, port, new TypeReference<>() {});
      assertThat(index).containsExactly("index");
      Long heapBytes = ControlPort.query(ControlPort.HEAP_PATH, port, new TypeReference<>() {});
      assertThat(heapBytes).isPositive();
      assertThatThrownBy(() -> ask("/nonsense", port)).isInstanceOf(IOException.class);
    }
    assertThatThrownBy(() -> ask(ControlPort.DUMP_PATH, port)).isInstanceOf(IOException.class);
  }
}
