package io.streambench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ControlPortTest {
  @Test
  void answersWithTheDumpAsOftenAsItIsAsked() throws Exception {
    try (ControlPort control = ControlPort.open(() -> "node one\nnode two")) {
      assertThat(ControlPort.dumpOf(control.port())).isEqualTo("node one\nnode two");
      assertThat(ControlPort.dumpOf(control.port())).isEqualTo("node one\nnode two");
    }
  }

  @Test
  void everyQuestionHasItsAnswer() throws Exception {
    try (ControlPort control =
        ControlPort.open(Map.of(ControlPort.DUMP, () -> "all", ControlPort.NODE, () -> "one"))) {
      assertThat(ControlPort.ask(ControlPort.NODE, control.port())).isEqualTo("one");
      assertThat(ControlPort.dumpOf(control.port())).isEqualTo("all");
      assertThat(ControlPort.ask("nonsense", control.port()))
          .isEqualTo("no such question: nonsense");
    }
  }

  @Test
  void aPortThatIsClosedIsAFailure() throws Exception {
    ControlPort control = ControlPort.open(() -> "");
    int port = control.port();
    control.close();
    assertThatThrownBy(() -> ControlPort.dumpOf(port)).isInstanceOf(IOException.class);
  }
}
