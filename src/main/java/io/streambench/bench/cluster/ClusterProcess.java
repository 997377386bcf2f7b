package io.streambench.bench.cluster;

import io.streambench.bench.settings.SolrJars;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A child JVM that runs {@link ClusterMain} until it is closed or the parent JVM exits. */
record ClusterProcess(ClusterFolder folder, Process process) implements AutoCloseable {
  private static final long POLL_MILLIS = 50;
  private static final long STOP_TIMEOUT_SECONDS = 20;
  private static final int MAX_SHOWN_LINES = 10;
  private static final int MAX_START_FAILURE_LINES = 3;

  static ClusterProcess start(ClusterFolder folder, ClusterRequest request, SolrJars jars)
      throws IOException, InterruptedException {
    SolrRuntime runtime = SolrRuntime.of(request.solr());
    folder.writeRequest(request);
    List<String> command = new ArrayList<>();
    command.add(runtime.javaCommand().toString());
    command.addAll(List.of("-Xmx" + request.heap(), "--enable-native-access=ALL-UNNAMED"));
    if (request.http1()) {
      command.add("-Dsolr.http1=true"); // read by the nodes' own clients
    }
    command.addAll(List.of("-cp", jars.prependTo(runtime.classPath())));
    command.addAll(List.of(ClusterMain.class.getName(), folder.path().toString()));
    return new ClusterProcess(
        folder,
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(folder.log().toFile())
            .start());
  }

  /** Waits until the cluster or node is ready; throws if the process ends first. */
  ReadyCluster awaitReady() throws IOException, InterruptedException {
    while (!process.waitFor(POLL_MILLIS, TimeUnit.MILLISECONDS)) {
      var ready = folder.readReadyCluster();
      if (ready.isPresent()) {
        return ready.get();
      }
    }
    List<String> lastLines = folder.lastLogLines(MAX_SHOWN_LINES);
    String cause = folder.readFailure().orElseGet(() -> lastOutput(lastLines));
    ClusterException failure =
        new ClusterException(
            "the cluster's process ended with status " + process.exitValue() + ": " + cause,
            null,
            lastLines);
    folder.writeFailure(failure.getMessage());
    throw failure;
  }

  /**
   * Returns the last line of the output. If there are only a few lines, returns all of them,
   * because the JVM itself has probably failed to start.
   */
  private static String lastOutput(List<String> lines) {
    int from = lines.size() > MAX_START_FAILURE_LINES ? lines.size() - 1 : 0;
    return lines.isEmpty()
        ? "it said nothing"
        : String.join(" ", lines.subList(from, lines.size()));
  }

  boolean isAlive() {
    return process.isAlive();
  }

  @Override
  public void close() {
    try {
      process.getOutputStream().close();
      var unused = process.waitFor(STOP_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    } catch (IOException e) {
      // standard input is broken; the process is destroyed below
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      process.destroyForcibly(); // has no effect on a process that has ended
    }
  }
}
