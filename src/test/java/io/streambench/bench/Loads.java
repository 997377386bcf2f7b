package io.streambench.bench;

import io.streambench.bench.load.LoadFile;
import io.streambench.bench.load.LoadRun;
import io.streambench.bench.settings.Parameters;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Sends loads to a node in this JVM, as JMH does. */
final class Loads {
  private Loads() {}

  /** Returns the parameters for one node with one shard, changed by pairs of names and values. */
  static Map<String, String> parameters(String... changes) {
    Map<String, String> parameters = Parameters.with(changes);
    List.of("nodeCount", "numShards", "numReplicas").forEach(one -> parameters.put(one, "1"));
    return parameters;
  }

  /**
   * Sends one load. Each thread repeats its operation for the given time, or runs it once if {@code
   * seconds} is 0.
   */
  static void send(LoadRun run, int threads, boolean isMeasured, double seconds)
      throws InterruptedException {
    run.begin(isMeasured, seconds);
    long end = System.nanoTime() + (long) (seconds * 1e9);
    List<Thread> senders = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      int index = i;
      Thread sender =
          new Thread(
              () -> {
                do {
                  run.runOperation(index);
                } while (System.nanoTime() < end);
              });
      senders.add(sender);
      sender.start();
    }
    for (Thread sender : senders) {
      sender.join();
    }
    run.end();
  }

  static LoadFile readLoadFile(Path outcomes) throws IOException {
    try (Stream<Path> files = Files.list(outcomes)) {
      return LoadFile.read(
          files
              .filter(file -> file.toString().endsWith(LoadFile.EXTENSION))
              .findFirst()
              .orElseThrow());
    }
  }
}
