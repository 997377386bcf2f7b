package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.Installation;
import io.streambench.base.SettingException;
import io.streambench.bench.settings.ClusterSettings;
import java.io.File;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.common.MapWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.generators.BenchmarkProcessor;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Checks the example benchmark of CONTRIBUTING.md, which has a parameter of its own. */
class AddedBenchmarkTest {
  @TempDir Path folder;

  private static final Path SOURCE =
      Installation.moduleFolder().resolve("src/test/java/io/streambench/bench/SlowConsumer.java");

  /** Compiles the example, and returns the default of every parameter that JMH finds, by name. */
  private Map<String, String> compileAndReadDefaults() throws Exception {
    String classPath =
        Stream.of(StreamingSearch.class, Benchmark.class, Tuple.class, MapWriter.class)
            .map(AddedBenchmarkTest::classPathEntryOf)
            .collect(Collectors.joining(File.pathSeparator));
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      JavaCompiler.CompilationTask task =
          compiler.getTask(
              null,
              files,
              null,
              List.of("-d", folder.toString(), "-cp", classPath),
              null,
              files.getJavaFileObjects(SOURCE));
      task.setProcessors(List.of(new BenchmarkProcessor()));
      assertThat(task.call()).isTrue();
    }
    Map<String, String> defaults = new HashMap<>();
    BenchmarkList.fromFile(folder.resolve("META-INF/BenchmarkList").toString())
        .find(
            OutputFormatFactory.createFormatInstance(
                new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
            List.of("SlowConsumer"),
            List.of())
        .first()
        .getParams()
        .get()
        .forEach((name, values) -> defaults.put(name, values[0]));
    return defaults;
  }

  /**
   * Returns the class path entry of a class. A URL would encode a space in a folder's name as %20.
   */
  private static String classPathEntryOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void exampleMatchesContributingGuide() throws Exception {
    assertThat(Files.readString(Installation.moduleFolder().resolve("CONTRIBUTING.md")))
        .contains("```java\n" + Files.readString(SOURCE) + "```");
  }

  @Test
  void checksExampleParametersBeforeForksStart() throws Exception {
    Map<String, String> defaults = compileAndReadDefaults();
    assertThat(defaults).containsOnlyKeys("numShards", "cpuTokens");
    String method = SlowConsumer.class.getName() + ".read";
    for (String name : defaults.keySet()) {
      Map<String, String> wrong = new HashMap<>(defaults);
      wrong.put(name, "many");
      assertThatThrownBy(() -> BenchmarkSettings.check(method, "avgt", wrong, Map.of()))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(name)
          .hasMessageEndingWith("got 'many'");
    }
  }

  @Test
  void usesDefaultsForUndeclaredParameters() throws Exception {
    ClusterSettings cluster =
        BenchmarkSettings.check(
                SlowConsumer.class.getName() + ".read", "", compileAndReadDefaults(), Map.of())
            .orElseThrow()
            .cluster();
    assertThat(cluster.numShards()).isEqualTo(1);
    assertThat(cluster.nodeCount()).isEqualTo(3);
  }

  /** A copy of ShardFanOut with another name, as a new contributor might start. */
  public static final class Copied {
    /** A state with one additional parameter, and without one of the original's parameters. */
    public static class Collection extends ShardFanOut.Collection {
      @Param("1.5")
      public double factor;
    }

    @Benchmark
    public long read(Collection collection) {
      return collection.read(tuple -> {});
    }
  }

  @Test
  void checksCopiedBenchmarkWithoutRegistration() {
    String method = Copied.class.getName().replace('$', '.') + ".read";
    Map<String, String> given = Map.of("numShards", "2", "factor", "2.5");
    assertThat(BenchmarkSettings.check(method, "", given, Map.of())).isPresent();
    for (String name : given.keySet()) {
      Map<String, String> wrong = new HashMap<>(given);
      wrong.put(name, "two");
      assertThatThrownBy(() -> BenchmarkSettings.check(method, "avgt", wrong, Map.of()))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(name);
    }
  }
}
