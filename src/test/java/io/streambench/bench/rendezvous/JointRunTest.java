package io.streambench.bench.rendezvous;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JointRunTest {
  @Test
  void decodesWhatItEncodes() {
    JointRun run = new JointRun("a:2181,b:2181/solr", "monday", "host-1");
    assertThat(JointRun.of(run.encode())).contains(run);
    assertThat(JointRun.of(null)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a/b", "a b", "a|b", "..%2f"})
  void rejectsInvalidNames(String name) {
    assertThatThrownBy(() -> new JointRun("a:2181", name, "host-1"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("--run must");
  }

  @Test
  void rejectsPropertySetByUser() {
    assertThatThrownBy(() -> JointRun.of("monday"))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("./streambench join");
  }
}
