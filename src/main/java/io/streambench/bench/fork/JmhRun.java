package io.streambench.bench.fork;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.SolrRuntime;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.SolrJars;
import io.streambench.bench.settings.SolrReleaseLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormat;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * A call of JMH, with the folder to which its forks write their outcomes. Closing this object
 * removes the folder.
 *
 * @param jars jars that come first on the forks' class paths
 */
public record JmhRun(DataFolder outcomeFolder, SolrJars jars) implements AutoCloseable {
  private static final String CLASS_PATH_PROPERTY = "java.class.path";

  /** Creates the run's folder with copies of the jars and the user's command line. */
  public static JmhRun open(String commandLine, SolrJars jars) throws IOException {
    DataFolder folder = DataFolder.createPersistent(DataFolder.defaultParent());
    Files.writeString(folder.path().resolve(Job.COMMAND_FILE), commandLine);
    return new JmhRun(folder, jars.copyTo(folder.path().resolve("jars")));
  }

  public Path folder() {
    return outcomeFolder.path();
  }

  public String outcomeFolderArgument() {
    return "-D" + OutcomeFile.FOLDER_PROPERTY + "=" + folder();
  }

  /**
   * Runs all forks. JMH is called once per Solr release line, since each line has its own JDK and
   * class path. If JMH fails, the forks' outcome files may contain the reason.
   *
   * @throws IOException if a release line cannot be built; in this case, nothing was measured
   */
  public Collection<RunResult> run(Options options, OutputFormat format)
      throws RunnerException, IOException {
    Collection<String> lines =
        options
            .getParameter(BenchmarkParameters.SOLR.name())
            .orElse(List.of(SolrReleaseLine.ofThisBuild().toString()));
    Map<SolrReleaseLine, SolrRuntime> runtimes = new LinkedHashMap<>();
    try {
      String nodes = BenchmarkParameters.NODE_SOLR.name();
      for (String line : options.getParameter(nodes).orElse(List.of())) {
        Optional<SolrReleaseLine> solr = BenchmarkParameters.NODE_SOLR.read(line);
        if (solr.isPresent()) {
          SolrRuntime.of(solr.get());
        }
      }
      for (String line : lines) {
        SolrReleaseLine solr = BenchmarkParameters.SOLR.read(line);
        runtimes.put(solr, SolrRuntime.of(solr));
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
    List<RunResult> results = new ArrayList<>();
    String classPath = System.getProperty(CLASS_PATH_PROPERTY);
    try {
      for (Map.Entry<SolrReleaseLine, SolrRuntime> runtime : runtimes.entrySet()) {
        OptionsBuilder lineOptions = new OptionsBuilder();
        lineOptions
            .parent(options)
            .param(BenchmarkParameters.SOLR.name(), runtime.getKey().toString());
        if (runtime.getKey() != SolrReleaseLine.ofThisBuild()) {
          lineOptions.jvm(runtime.getValue().javaCommand().toString());
        }
        // JMH takes the forks' class path from this property
        System.setProperty(CLASS_PATH_PROPERTY, jars.prependTo(runtime.getValue().classPath()));
        results.addAll(new Runner(lineOptions.build(), format).run());
      }
    } finally {
      System.setProperty(CLASS_PATH_PROPERTY, classPath);
    }
    return results;
  }

  @Override
  public void close() {
    outcomeFolder.close();
  }
}
