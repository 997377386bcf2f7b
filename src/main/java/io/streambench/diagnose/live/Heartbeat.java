package io.streambench.diagnose.live;

import io.streambench.base.files.HeapFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * Detects whether the program that gave the order is still running, by a file that the program
 * keeps changing.
 */
public final class Heartbeat {
  /** Key of an order: the folder of the heartbeat file. */
  public static final String FOLDER = "heartbeat";

  /** Name of the heartbeat file. The task ends once the file contains {@value #END}. */
  public static final String FILE = "alive";

  public static final String END = "end";

  /** Content of the heartbeat file that lets the task run on without beats until the JVM ends. */
  public static final String KEEP_RUNNING = "stay";

  /** If the file is unchanged for longer, the program that writes it counts as dead. */
  public static final Duration TIMEOUT = Duration.ofSeconds(15);

  private final Path file;
  private boolean keepsRunning;
  private String last = "";
  private long changedNanos = System.nanoTime();

  public Heartbeat(Properties order) {
    this.file = Path.of(order.getProperty(FOLDER), FILE);
  }

  /** Returns whether the task was asked to end, or the program is gone. */
  public boolean hasEnded() throws IOException {
    if (keepsRunning) {
      return false;
    }
    String now;
    try {
      now = HeapFiles.read(file);
    } catch (FileNotFoundException e) {
      if (Files.exists(file)) { // for example, too many open files
        throw e;
      }
      return true;
    }
    keepsRunning = now.equals(KEEP_RUNNING);
    if (!now.equals(last)) {
      last = now;
      changedNanos = System.nanoTime();
    }
    return now.equals(END) || System.nanoTime() - changedNanos > TIMEOUT.toNanos();
  }
}
