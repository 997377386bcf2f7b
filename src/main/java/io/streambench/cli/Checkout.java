package io.streambench.cli;

import io.streambench.config.SettingException;
import io.streambench.config.ZkHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * What needs Solr, Jetty or JMH. The one-file tool, {@code streambench.jar}, has none of these
 * libraries: there it is missing.
 */
interface Checkout {
  /** Finds it by name, so that nothing of the tool depends on it. */
  static Optional<Checkout> find() {
    try {
      Class<?> full = Class.forName(Checkout.class.getPackageName() + ".FullCheckout");
      return Optional.of((Checkout) full.getDeclaredConstructor().newInstance());
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Finds it for an option that needs it, which the one-file tool refuses. */
  static Checkout require(String option, Object value) {
    return find()
        .orElseThrow(
            () ->
                new SettingException(
                    option,
                    "be left out with streambench.jar, which has no Solr and no benchmarks:"
                        + " ./streambench in a built checkout takes it",
                    value));
  }

  /** Returns whether the message of a failure is one line, fit to be shown as it is. */
  boolean explains(Exception failure);

  List<Object> verbs();

  /** Returns whether a benchmark has that value, and no other, where none is given. */
  boolean isDefault(String benchmark, String parameter, String value);

  /** The URLs of the nodes that a ZooKeeper has as live. */
  List<String> liveNodes(ZkHost zkHost) throws Exception;

  /** Checks arguments of JMH; without names of the sides these follow from the arguments. */
  Interleaved interleaved(List<String> arguments, List<String> names, Consumer<String> warnings);

  /** Runs that were begun earlier, by the folder that was typed or the newest below results. */
  Interleaved resumed(String folder, Path results, Consumer<String> warnings) throws IOException;

  /** Runs that are measured by turns. */
  interface Interleaved {
    List<String> names();

    /** The parameters in which cells of the answer differ. */
    Set<String> axes();

    /** Measures into a new folder, or goes on in that of an earlier call. */
    Sides run(Forks forks, Path results, Consumer<String> remarks) throws IOException;
  }

  /**
   * The number of forks of each side, and who may end them early.
   *
   * @param typed empty: as many as were begun, or the default
   */
  record Forks(Optional<Integer> typed, Interruption interruption) {}

  /**
   * A folder of each side, or none if an interruption left a side without a fork; the status is of
   * one without any completed fork, if there is one.
   */
  record Sides(List<Path> folders, ExitStatus status) {}
}
