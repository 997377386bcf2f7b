package io.streambench.diagnose.live;

import io.streambench.base.files.HeapBufferedFiles;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Properties;

/**
 * Detects whether the program that started an agent's task is still running. A running program
 * regularly changes the heartbeat file.
 */
public final class Heartbeat {
  /** The property in the order file that contains the folder of the heartbeat file. */
  public static final String FOLDER_PROPERTY = "heartbeat";

  /**
   * The name of the heartbeat file. The agent's task ends once the file contains {@value
   * #END_CONTENT}.
   */
  public static final String FILE_NAME = "alive";

  public static final String END_CONTENT = "end";

  /** The content of the heartbeat file that lets the task continue without heartbeats. */
  public static final String KEEP_RUNNING_CONTENT = "stay";

  /** The time without a change of the heartbeat file after which the program is considered dead. */
  public static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** The state of the program that started the task. */
  public enum State {
    ALIVE,
    /** The program has ended, and lets the task continue without heartbeats. */
    KEEP_RUNNING,
    /** The program has requested the end of the task. */
    ENDED,
    /** The program is no longer running, although it has not requested the end of the task. */
    LOST
  }

  private final Path heartbeatFile;
  private boolean canOutliveProgram;
  private String lastContent = "";
  private long lastChangeNanos = System.nanoTime();

  public Heartbeat(Properties order) {
    this.heartbeatFile = Path.of(order.getProperty(FOLDER_PROPERTY), FILE_NAME);
  }

  /** Returns whether the program has requested the end of the task, or is no longer running. */
  public boolean hasEnded() throws IOException {
    return switch (state()) {
      case ENDED, LOST -> true;
      case ALIVE, KEEP_RUNNING -> false;
    };
  }

  public State state() throws IOException {
    if (canOutliveProgram) {
      return State.KEEP_RUNNING;
    }
    String content;
    try {
      content = HeapBufferedFiles.read(heartbeatFile);
    } catch (FileNotFoundException e) {
      if (Files.exists(heartbeatFile)) { // for example, too many open files
        throw e;
      }
      return State.LOST;
    }
    canOutliveProgram = content.equals(KEEP_RUNNING_CONTENT);
    if (!content.equals(lastContent)) {
      lastContent = content;
      lastChangeNanos = System.nanoTime();
    }
    if (canOutliveProgram) {
      return State.KEEP_RUNNING;
    } else if (content.equals(END_CONTENT)) {
      return State.ENDED;
    }
    return System.nanoTime() - lastChangeNanos > TIMEOUT.toNanos() ? State.LOST : State.ALIVE;
  }
}
