package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.StreamingSearch;
import io.streambench.cli.Studies;
import io.streambench.config.FlowControlKind;
import io.streambench.study.Study;
import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.openjdk.jmh.annotations.Param;

/** Checks that everything that was added to the code is in the tables that people read. */
class DocumentsFollowCodeTest {
  static Stream<String> parameters() {
    return Arrays.stream(StreamingSearch.Collection.class.getFields())
        .filter(field -> field.isAnnotationPresent(Param.class))
        .map(Field::getName);
  }

  static Stream<String> studies() {
    return Studies.all().stream().map(Study::name);
  }

  static Stream<String> strategies() {
    return Arrays.stream(FlowControlKind.values()).map(FlowControlKind::toString);
  }

  /** A row of a table begins with the name, alone or among others. */
  private static boolean hasRow(String page, String name) throws IOException {
    return Files.readString(Path.of(page))
        .lines()
        .anyMatch(line -> line.matches("\\| [^|]*`" + name + "`[^|]*\\|.*"));
  }

  @ParameterizedTest
  @MethodSource("parameters")
  void everyParameterHasARowInSettings(String name) throws IOException {
    assertThat(hasRow("docs/settings.md", name)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("studies")
  void everyStudyHasARowInStudies(String name) throws IOException {
    assertThat(hasRow("docs/studies.md", name)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void everyStrategyIsDescribedWithItsPrice(String name) throws IOException {
    assertThat(Files.readString(Path.of("docs/flow-control.md")))
        .containsPattern("- \\*\\*`" + name + "`\\*\\*(?s:(?!- \\*\\*).)*\\*Price:\\*");
  }
}
