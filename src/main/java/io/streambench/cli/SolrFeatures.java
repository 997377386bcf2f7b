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
  /** Finds the implementation by name, so that the tool does not depend on it. */
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

  /** Returns the features that an option needs; throws in the single jar, which lacks them. */
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

  /** Returns whether the message of a failure is one line that can be shown to users as it is. */
  boolean hasPlainMessage(Exception failure);

  /** The verbs that need these libraries; the others are in {@link StreambenchMain}. */
  List<Object> verbs();

  /** Returns whether this value is a benchmark's only default for a parameter. */
  boolean isDefault(String benchmark, String parameter, String value);

  /** The URLs of a cluster's live nodes, from ZooKeeper. */
  List<String> liveNodes(ZkHost zkHost) throws Exception;

  /** Prepares interleaved runs; if {@code names} is null, derives names from the arguments. */
  InterleavedSides interleaved(
      List<String> arguments, List<String> names, Consumer<String> warnings);

  /** Resumes earlier runs, from the typed folder or the newest one below {@code results}. */
  InterleavedSides resumed(String folder, Path results, Consumer<String> warnings)
      throws IOException;

  /** Interleaved runs of several sides. */
  interface InterleavedSides {
    List<String> names();

    /** The names of the parameters of the compared cells. */
    Set<String> axes();

    /**
     * Measures into a new folder, or continues in the folder of an earlier call.
     *
     * @param forks forks of each side; empty for the number of the earlier call, or the default
     */
    Sides run(
        Optional<Integer> forks, Interruption interruption, Path results, Consumer<String> remarks)
        throws IOException, InterruptedException;
  }

  /**
   * A folder for each side, or none if the run was interrupted before each side had a fork. If a
   * side has no completed fork, {@code status} is the status of that side.
   */
  record Sides(List<Path> folders, ExitStatus status) {}
}
