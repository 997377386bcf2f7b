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

/** Loads on a node of this JVM, sent as JMH does. */
final class Loads {
  private Loads() {}

  /** The parameters of a node with a shard, and these in pairs. */
  static Map<String, String> parameters(String... more) {
    Map<String, String> parameters = Parameters.with(more);
    List.of("nodeCount", "numShards", "numReplicas").forEach(one -> parameters.put(one, "1"));
    return parameters;
  }

  /** Sends one load; each thread repeats its operation until the time is over, 0 for once. */
  static void send(LoadRun run, int threads, boolean counted, double seconds)
      throws InterruptedException {
    run.begin(counted, seconds);
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

  static LoadFile left(Path outcomes) throws IOException {
    try (Stream<Path> files = Files.list(outcomes)) {
      return LoadFile.read(
          files
              .filter(file -> file.toString().endsWith(LoadFile.EXTENSION))
              .findFirst()
              .orElseThrow());
    }
  }
}
