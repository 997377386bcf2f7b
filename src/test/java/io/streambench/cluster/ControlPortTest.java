package io.streambench.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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
  void aPortThatIsClosedIsAFailure() throws Exception {
    ControlPort control = ControlPort.open(() -> "");
    int port = control.port();
    control.close();
    assertThatThrownBy(() -> ControlPort.dumpOf(port)).isInstanceOf(IOException.class);
  }
}
