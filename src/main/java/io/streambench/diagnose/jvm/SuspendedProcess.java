package io.streambench.diagnose.jvm;

import io.streambench.base.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Finds out whether a process cannot respond because it is suspended by a signal, a debugger or the
 * freezer of its control group. Works only on Linux.
 *
 * @param processFolder the folder of the process below {@code /proc}
 * @param cgroupFolder the folder of the control groups
 */
record SuspendedProcess(Path processFolder, Path cgroupFolder) {
  private static final Pattern STATE = Pattern.compile("(?m)^State:\\s+(\\w)");
  private static final Pattern TRACER = Pattern.compile("(?m)^TracerPid:\\s+([1-9]\\d*)");

  /** Matches the line of {@code /proc/PID/cgroup} for the freezer (version 1) or for version 2. */
  private static final Pattern GROUP_PATH =
      Pattern.compile("(?m)^(?:\\d+:(?:[^:]+,)?freezer(?:,[^:]+)?|0:):/(.*)$");

  /**
   * The mount points of control groups: version 2 alone, version 2 next to version 1, and version
   * 1.
   */
  private static final List<String> CGROUP_MOUNTS = List.of("", "unified", "freezer");

  /** The number of checks. A tracer such as strace stops a process often, but only briefly. */
  private static final int SAMPLE_COUNT = 10;

  private static final long SAMPLE_INTERVAL_MILLIS = 100;

  SuspendedProcess(long pid) {
    this(Path.of("/proc", Long.toString(pid)), Path.of("/sys/fs/cgroup"));
  }

  /**
   * Describes the suspension and how to end it; empty if the process runs. Takes a second if it is
   * suspended.
   */
  Optional<String> description() {
    Optional<String> found = currentDescription();
    try {
      for (int i = 1; i < SAMPLE_COUNT && found.isPresent(); i++) {
        TimeUnit.MILLISECONDS.sleep(SAMPLE_INTERVAL_MILLIS);
        found = currentDescription();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return found;
  }

  private Optional<String> currentDescription() {
    String pid = processFolder.getFileName().toString();
    String status = readText(processFolder.resolve("status"));
    Matcher state = STATE.matcher(status);
    String letter = state.find() ? state.group(1) : "";
    Matcher tracer = TRACER.matcher(status);
    if (letter.equals("T")) {
      return Optional.of(
          TextFormat.of("it is stopped (state T): 'kill -CONT %s' lets it continue", pid));
    } else if (letter.equals("t")) {
      return Optional.of(
          TextFormat.of(
              "a debugger has stopped it (state t): detach process %s",
              tracer.find() ? tracer.group(1) : "that traces it"));
    }
    return isFrozen()
        ? Optional.of(
            "its control group is frozen: 'docker unpause NAME' or 'systemctl thaw UNIT' lets it"
                + " continue")
        : Optional.empty();
  }

  private boolean isFrozen() {
    return GROUP_PATH
        .matcher(readText(processFolder.resolve("cgroup")))
        .results()
        .map(line -> line.group(1))
        .flatMap(this::groupFolders)
        .anyMatch(
            folder ->
                readText(folder.resolve("cgroup.events")).contains("frozen 1")
                    || readText(folder.resolve("freezer.state")).startsWith("FROZEN"));
  }

  /**
   * Returns the possible folders of a group; empty if the group's name is not a valid file name in
   * this locale.
   */
  private Stream<Path> groupFolders(String group) {
    try {
      Path name = Path.of(group);
      return CGROUP_MOUNTS.stream().map(mount -> cgroupFolder.resolve(mount).resolve(name));
    } catch (InvalidPathException e) {
      return Stream.empty();
    }
  }

  /** Returns the text of a file; empty if the file does not exist or cannot be read. */
  private static String readText(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }
}
