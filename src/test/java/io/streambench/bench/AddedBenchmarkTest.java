package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.config.Home;
import io.streambench.config.SettingException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Param;

/** CONTRIBUTING.md shows a benchmark with all parameters of StreamingSearch. */
class AddedBenchmarkTest {
  private static final Path EXAMPLE =
      Home.folder().resolve("src/test/java/io/streambench/bench/CountedTuples.java");

  @Test
  void theExampleIsTheOneInTheGuide() throws Exception {
    assertThat(Files.readString(Home.folder().resolve("CONTRIBUTING.md")))
        .contains("```java\n" + Files.readString(EXAMPLE) + "```");
  }

  @Test
  void itsParametersAreCheckedBeforeAnyForkStarts() {
    Map<String, String> parameters = new HashMap<>();
    for (Field field : StreamingSearch.Collection.class.getFields()) {
      if (field.isAnnotationPresent(Param.class)) {
        parameters.put(field.getName(), field.getAnnotation(Param.class).value()[0]);
      }
    }
    String name = CountedTuples.class.getName() + ".read";
    assertThat(BenchmarkSettings.cluster(name, parameters, Map.of())).isPresent();
    parameters.put("docCount", "many");
    assertThatThrownBy(() -> BenchmarkSettings.check(name, "avgt", parameters, Map.of()))
        .isInstanceOf(SettingException.class)
        .hasMessageContaining("docCount");
  }
}
