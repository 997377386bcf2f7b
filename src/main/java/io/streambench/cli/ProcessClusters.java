package io.streambench.cli;

import io.streambench.bench.BenchmarkSettings;
import io.streambench.cluster.ClusterException;
import io.streambench.cluster.ClusterPool;
import io.streambench.config.ClusterKind;
import io.streambench.config.ClusterNeeds;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.openjdk.jmh.infra.BenchmarkParams;

/**
 * Sees to it that the forks of a combination with {@code cluster=process} find their cluster when
 * they begin. Where that fails the forks are told, and say so as their outcome.
 */
final class ProcessClusters {
  private final ClusterPool pool;
  private final Map<String, String> properties;
  private final Consumer<String> out;

  /**
   * @param properties system properties that the forks will see
   * @param out receives lines for people
   */
  ProcessClusters(ClusterPool pool, Map<String, String> properties, Consumer<String> out) {
    this.pool = pool;
    this.properties = properties;
    this.out = out;
  }

  void prepare(BenchmarkParams benchmark) {
    Map<String, String> parameters = new LinkedHashMap<>();
    benchmark.getParamsKeys().forEach(key -> parameters.put(key, benchmark.getParam(key)));
    Optional<ClusterNeeds> settings =
        BenchmarkSettings.cluster(benchmark.getBenchmark(), parameters, properties)
            .filter(asked -> asked.cluster().kind() == ClusterKind.PROCESS);
    if (settings.isEmpty()) {
      return;
    }
    try {
      pool.ensure(settings.get(), out);
    } catch (ClusterException e) {
      out.accept("# warning: " + e.getMessage());
      e.details().forEach(line -> out.accept("#   " + line));
    } catch (IOException e) {
      out.accept("# warning: no cluster in a process of its own: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
