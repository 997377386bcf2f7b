package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Checks of a process of this machine before it is attached to, which ends other programs. */
final class LocalProcess {
  /** SIGQUIT, which a JVM handles but which kills other processes. */
  private static final int QUIT_BIT = 1 << 2;

  private LocalProcess() {}

  /**
   * Returns a JVM that this user can attach to from here.
   *
   * @param verb for the advice to run this as another user
   * @param inContainer advice for a process in a container
   * @throws SettingException with advice if it is none
   */
  static ProcessHandle requireAttachable(long pid, String verb, String inContainer) {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new SettingException("PID", "be that of a running process", pid));
    Optional<String> user = process.info().user();
    String mine = System.getProperty("user.name");
    if (user.isPresent() && !user.get().equals(mine) && !mine.equals("root")) {
      throw new SettingException(
          "PID",
          TextFormat.of(
              "be one of your own processes; run this as root (sudo env JAVA_HOME=%s ./streambench"
                  + " %s %d), or as %s from a copy that this user can read",
              System.getProperty("java.home"), verb, pid, user.get()),
          pid + " of " + user.get());
    }
    SettingException.throwIf(!isJvm(pid), "PID", "be the process ID of a JVM", pid);
    SettingException.throwIf(
        isInOtherContainer(pid),
        "PID",
        "be a process of this container or machine; " + inContainer,
        pid);
    return process;
  }

  /**
   * Returns whether the process has loaded HotSpot and handles SIGQUIT. Attaching sends this
   * signal, which ends other processes, even if they handle it: a web server or a Go program.
   */
  static boolean isJvm(long pid) {
    return handlesQuit(pid) && hasLoadedHotSpot(pid);
  }

  private static boolean hasLoadedHotSpot(long pid) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(pid), "maps"), StandardCharsets.ISO_8859_1)
          .contains("/libjvm.");
    } catch (IOException e) {
      return true; // not Linux, or no permission: jcmd checks by itself
    }
  }

  private static boolean handlesQuit(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("SigCgt:"))
          .map(line -> line.substring("SigCgt:".length()).strip())
          .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & QUIT_BIT) != 0);
    } catch (NoSuchFileException e) {
      return true; // not Linux: jcmd checks by itself
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** Returns whether the process is in another container, where it would write the dump. */
  static boolean isInOtherContainer(long pid) {
    return isInOtherNamespace(pid, "pid");
  }

  static boolean isInOtherNamespace(long pid, String kind) {
    try {
      Path its = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", kind));
      return !its.equals(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)));
    } catch (IOException | RuntimeException e) {
      return false; // not Linux, or no permission: jcmd will report the problem
    }
  }
}
