package io.streambench.bench.merge;

import io.streambench.config.MergeSettings;
import io.streambench.merge.PlainSockets;
import io.streambench.merge.jetty.Jetty10;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The programs of a run, with the class path of the library that it measures.
 *
 * @param folder gets their logs
 */
record MergePrograms(MergeSettings settings, Path folder) {
  /** A program without memory ends, and says why; its threads alone would fall silent. */
  private static final List<String> JVM =
      List.of("-Xmx1g", "-XX:+ExitOnOutOfMemoryError", "-XX:+DisplayVMOutputToStderr");

  private static final String JETTY_12_MAIN = "io.streambench.jetty12.Jetty12";

  /** Starts the servers. */
  MergeProcess servers() throws IOException {
    return start(
        "servers",
        List.of("serve", "nodes=" + settings.nodes(), "rateControl=" + settings.rateControl()));
  }

  /**
   * Starts the reader.
   *
   * @param ports of the servers, as it sees them
   */
  MergeProcess reader(List<Integer> ports) throws IOException {
    List<String> arguments = new ArrayList<>();
    arguments.add("read");
    arguments.add("ports=" + ports.stream().map(String::valueOf).collect(Collectors.joining(",")));
    arguments.addAll(settings.documents().arguments());
    arguments.addAll(settings.client().arguments());
    return start("reader", arguments);
  }

  private MergeProcess start(String what, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(JVM);
    command.add(
        settings.library().jar().isPresent()
            ? JETTY_12_MAIN
            : (settings.library().isOwn() ? Jetty10.class : PlainSockets.class).getName());
    command.addAll(arguments);
    return MergeProcess.start(
        settings
            .library()
            .jar()
            .map(Path::toString)
            .orElseGet(() -> System.getProperty("java.class.path")),
        command,
        folder.resolve(what + ".log"));
  }
}
