package io.streambench.diagnose.live;

import io.streambench.base.files.HeapFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * Detects whether the program that started an agent's task is still running. While running, the
 * program regularly changes the heartbeat file.
 */
public final class Heartbeat {
  /** Property in the order file: the folder of the heartbeat file. */
  public static final String FOLDER = "heartbeat";

  /** Name of the heartbeat file. The agent's task ends once the file contains {@value #END}. */
  public static final String FILE = "alive";

  public static final String END = "end";

  /** Content of the heartbeat file that lets the task continue without heartbeats. */
  public static final String KEEP_RUNNING = "stay";

  /** Time without a change of the heartbeat file after which the program is considered dead. */
  public static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Path file;
  private boolean keepsRunning;
  private String lastContent = "";
  private long changedNanos = System.nanoTime();

  public Heartbeat(Properties order) {
    this.file = Path.of(order.getProperty(FOLDER), FILE);
  }

  /** Returns whether the program has requested the end of the task, or is no longer running. */
  public boolean hasEnded() throws IOException {
    if (keepsRunning) {
      return false;
    }
    String content;
    try {
      content = HeapFiles.read(file);
    } catch (FileNotFoundException e) {
      if (Files.exists(file)) { // for example, too many open files
        throw e;
      }
      return true;
    }
    keepsRunning = content.equals(KEEP_RUNNING);
    if (!content.equals(lastContent)) {
      lastContent = content;
      changedNanos = System.nanoTime();
    }
    return content.equals(END) || System.nanoTime() - changedNanos > TIMEOUT.toNanos();
  }
}
