package io.streambench.strategy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A line that a page tells operators to paste. It is run as it is there, for another address. */
public enum PastedCommand {
  /** Whether a node answers. */
  STATUS("repair.md", "curl -s -o /dev/null"),

  /** Which nodes are live. */
  LIVE_NODES("repair.md", "curl -sf "),

  /** The states of replicas and shards. */
  STATES("http1.md", "curl -sf ");

  private static final long MOST_SECONDS = 60;

  private final String page;
  private final String start;

  PastedCommand(String page, String start) {
    this.page = page;
    this.start = start;
  }

  private String text() throws IOException {
    List<String> lines =
        Files.readString(Path.of("docs", page))
            .lines()
            .map(String::strip)
            .filter(line -> line.startsWith(start))
            .toList();
    if (lines.size() != 1) {
      throw new IllegalStateException(page + " must have one such line, has " + lines);
    }
    return lines.get(0);
  }

  /**
   * What it prints, with one blank where there are several.
   *
   * @param solr address of a node, as http://localhost:8983/solr
   */
  public String output(String solr) throws IOException, InterruptedException {
    String command = text().replaceFirst("http://(localhost|OTHER):8983/solr", solr);
    Process process = new ProcessBuilder("bash", "-c", command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (!process.waitFor(MOST_SECONDS, TimeUnit.SECONDS)) {
      throw new IllegalStateException("does not end: " + command);
    }
    return output.strip().replaceAll("\\s+", " ");
  }
}
