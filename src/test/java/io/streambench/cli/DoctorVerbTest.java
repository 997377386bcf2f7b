package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.doctor.Checkup.Check;
import io.streambench.bench.doctor.Checkup.Check.Status;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DoctorVerbTest {
  private static final String LONG = "Why it matters, in many words: ".repeat(6) + "what to do.";

  @Test
  void advisesOnlyOnWarnings() {
    List<Check> checks =
        List.of(
            new Check("memory", Status.OK, "8.0 GB", "Room is needed."),
            new Check("load", Status.WARN, "0.9 | <b>", LONG));
    Map<String, Object> environment = Map.of("jvmArguments", List.of("-Xmx256m", "-Da=b|c"));
    String text = DoctorVerb.text(checks, environment);
    assertThat(text)
        .startsWith("1 warning: ")
        .containsPattern("WARN +load +0\\.9")
        .contains("load: Why it matters", "jvmArguments: -Xmx256m -Da=b|c")
        .doesNotContain("Room is needed");
    assertThat(text.lines()).allMatch(line -> line.length() <= 100);
    assertThat(DoctorVerb.markdown(checks, environment))
        .startsWith("<details><summary>streambench doctor: 1 warning</summary>\n\n|  | check |")
        .contains("| WARN | load | 0.9 \\| &lt;b> |")
        .endsWith("\n</details>\n\n");
  }
}
