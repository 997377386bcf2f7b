package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.config.Home;
import io.streambench.config.SettingException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.common.MapWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.generators.BenchmarkProcessor;

/** CONTRIBUTING.md shows a benchmark that JMH accepts, with all parameters of StreamingSearch. */
class AddedBenchmarkTest {
  private static final Path EXAMPLE =
      Home.folder().resolve("src/test/java/io/streambench/bench/CountedTuples.java");

  @TempDir Path classes;

  @Test
  void aClassIsEnough() throws Exception {
    assertThat(Files.readString(Home.folder().resolve("CONTRIBUTING.md")))
        .contains("```java\n" + Files.readString(EXAMPLE) + "```");
    compile();
    assertThat(Files.readString(classes.resolve("META-INF/BenchmarkList")))
        .contains("io.streambench.bench.CountedTuples", "initialStreamRecvWindow");
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

  private void compile() throws Exception {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
    List<Path> classPath = new ArrayList<>();
    for (Class<?> needed :
        List.of(StreamingSearch.class, Benchmark.class, Tuple.class, MapWriter.class)) {
      classPath.add(Path.of(needed.getProtectionDomain().getCodeSource().getLocation().toURI()));
    }
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      files.setLocationFromPaths(StandardLocation.CLASS_PATH, classPath);
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              null,
              files,
              problems,
              List.of("-d", classes.toString()),
              null,
              files.getJavaFileObjects(EXAMPLE));
      task.setProcessors(List.of(new BenchmarkProcessor()));
      assertThat(task.call()).as(problems.getDiagnostics().toString()).isTrue();
    }
  }
}
