package io.streambench.live;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;

/** Whether the program that asked for something still runs: it changes a file again and again. */
public final class Heartbeat {
  /** Name of the file; {@value #END} in it ends what was asked for. */
  public static final String FILE = "alive";

  public static final String END = "end";

  /** In the file it lets go on for good what was asked for, without more beats. */
  public static final String STAY = "stay";

  /** Time that the file may stay the same. */
  public static final Duration PATIENCE = Duration.ofSeconds(15);

  private final Path file;
  private boolean stays;
  private String last = "";
  private long changedNanos = System.nanoTime();

  public Heartbeat(Path folder) {
    this.file = folder.resolve(FILE);
  }

  /** Returns whether it was asked to end, or that program is gone. */
  public boolean isOver() throws IOException {
    if (stays) {
      return false;
    }
    String now;
    try {
      now = Files.readString(file);
    } catch (NoSuchFileException e) {
      return true;
    }
    stays = now.equals(STAY);
    if (!now.equals(last)) {
      last = now;
      changedNanos = System.nanoTime();
    }
    return now.equals(END) || System.nanoTime() - changedNanos > PATIENCE.toNanos();
  }
}
