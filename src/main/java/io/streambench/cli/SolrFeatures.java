package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.bench.settings.ZkHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The features that need Solr, Jetty or JMH. They are missing in the single-jar tool, {@code
 * streambench.jar}, which has none of these libraries.
 */
interface SolrFeatures {
  /** Loads the implementation by name, because {@code streambench.jar} does not contain it. */
  static Optional<SolrFeatures> find() {
    try {
      Class<?> implementation =
          Class.forName(SolrFeatures.class.getPackageName() + ".AvailableSolrFeatures");
      return Optional.of((SolrFeatures) implementation.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the features that an option needs. Throws in the single-jar tool. */
  static SolrFeatures require(String option, Object value) {
    return find()
        .orElseThrow(
            () ->
                new SettingException(
                    option,
                    "be left out with streambench.jar, which has no Solr and no benchmarks:"
                        + " ./streambench in a built checkout takes it",
                    value));
  }

  /** Returns whether the message of a failure is one line that can be shown to users unchanged. */
  boolean hasUserMessage(Exception failure);

  List<Object> verbs();

  /** Returns whether this value is a benchmark's only default for a parameter. */
  boolean isDefault(String benchmark, String parameter, String value);

  /** Returns the URLs of a cluster's live nodes, which ZooKeeper lists. */
  List<String> liveNodeUrls(ZkHost zkHost) throws Exception;

  /** Prepares interleaved runs. If {@code names} is null, derives names from the arguments. */
  InterleavedMeasurement prepareInterleavedRuns(
      List<String> arguments, List<String> names, Consumer<String> warnings);

  /** Prepares to continue the runs in {@code folder}, or in the newest folder of results. */
  InterleavedMeasurement resumeInterleavedRuns(
      String folder, Path results, Consumer<String> warnings) throws IOException;

  /** A set of interleaved runs of several benchmark settings, which are called sides. */
  interface InterleavedMeasurement {
    List<String> names();

    /** Returns the names of all parameters of the compared cells (parameter combinations). */
    Set<String> parameterNames();

    /**
     * Measures into a new folder, or continues in the folder of an earlier call.
     *
     * @param forks forks per side; empty for the number of the earlier call, or the default
     */
    InterleavedResults run(
        Optional<Integer> forks, Interruption interruption, Path results, Consumer<String> remarks)
        throws IOException, InterruptedException;
  }

  /**
   * The results of interleaved runs. If an interruption left a side without a result, {@code
   * folders} is empty. If no fork of a side completed, {@code status} is the status of that side.
   */
  record InterleavedResults(List<Path> folders, ExitStatus status) {}
}
