package io.streambench.cluster;

import io.streambench.config.Parameters;
import java.nio.file.Path;

/** A node in a process of its own that has joined a cluster: it can be killed as a real one. */
public final class JoinedNode implements AutoCloseable {
  private final ClusterProcess process;
  private final ReadyCluster ready;

  private JoinedNode(ClusterProcess process, ReadyCluster ready) {
    this.process = process;
    this.ready = ready;
  }

  /**
   * Starts it; returns when it has joined.
   *
   * @param folder an empty one
   */
  public static JoinedNode join(String zkHost, Path folder) throws Exception {
    ClusterProcess process =
        ClusterProcess.start(
            new ClusterFolder(folder),
            ClusterRequest.joining(
                zkHost, "512m", Parameters.with("copiedBy", "solr", "useHttp1", "false")));
    try {
      return new JoinedNode(process, process.awaitReady());
    } catch (Exception | Error e) {
      process.close();
      throw e;
    }
  }

  /** Kills the process as {@code kill -9} does; returns when it is gone. */
  public void kill() {
    ProcessHandle.of(ready.pid())
        .ifPresent(
            handle -> {
              handle.destroyForcibly();
              handle.onExit().join();
            });
  }

  @Override
  public void close() {
    process.close();
  }
}
