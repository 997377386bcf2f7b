package io.streambench.diagnose.jvm;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;

/**
 * Checks whether a local process is a JVM that can be attached to. Attaching to any other program
 * would end that program.
 */
final class LocalProcess {
  /** The bit of SIGQUIT in a signal mask. A JVM handles SIGQUIT, which ends most other programs. */
  private static final int SIGQUIT_MASK = 1 << 2;

  private static final String DISABLE_ATTACH_OPTION = "-XX:+DisableAttachMechanism";

  private LocalProcess() {}

  /**
   * Returns a process to which this user can attach.
   *
   * @param verb the command of {@code streambench} that the user called, for the advice
   * @throws SettingException if the process is not a JVM, or if attaching is not possible; the
   *     message contains advice
   */
  static ProcessHandle requireAttachable(long pid, String verb) {
    ProcessHandle process =
        ProcessHandle.of(pid)
            .orElseThrow(() -> new SettingException("PID", "be that of a running process", pid));
    if (!isAttachPermitted(process)) {
      String user = process.info().user().orElse("its user");
      throw new SettingException(
          "PID",
          TextFormat.of(
              "be one of your own processes; run this as root (sudo env JAVA_HOME=%s ./streambench"
                  + " %s %d), or as %s from a copy that this user can read",
              System.getProperty("java.home"), verb, pid, user),
          pid + " of " + user);
    }
    SettingException.throwIf(!isJvm(pid), "PID", "be the process ID of a HotSpot JVM", pid);
    requireNotSuspended(pid);
    if (isInOtherNamespace(pid, "user") && !isInOtherNamespace(pid, "pid")) {
      throw new SettingException(
          "PID",
          TextFormat.of(
              "be a process of this user namespace; run a copy of streambench.jar in its own"
                  + " (PrivateUsers of systemd, a sandbox): sudo nsenter -t %1$d -U -m -S $(stat -c"
                  + " %%u /proc/%1$d) -G $(stat -c %%g /proc/%1$d) java -jar COPY %2$s %1$d",
              pid, verb),
          pid);
    }
    SettingException.throwIf(
        isInOtherContainer(pid),
        "PID",
        "be a process of this container or machine; copy streambench.jar into its own (docker cp,"
            + " kubectl cp), and run it there with the PID that 'pgrep -o java' prints",
        pid);
    SettingException.throwIf(
        isAttachingDisabled(pid),
        "PID",
        "be a JVM that can be asked (it has attaching disabled): only a restart ends its hang"
            + " (docs/hang.md); its own -XX:+HeapDumpOnOutOfMemoryError or a core file with 'jhsdb"
            + " jmap --binaryheap' gives a dump for './streambench analyze'",
        pid);
    return process;
  }

  /** Throws if the process is suspended and therefore cannot respond. */
  static void requireNotSuspended(long pid) {
    new SuspendedProcess(pid)
        .description()
        .ifPresent(
            why -> {
              throw new SettingException("PID", "be a JVM that runs; " + why, pid);
            });
  }

  /** Returns whether this user owns the process or is root, and may therefore attach to it. */
  static boolean isAttachPermitted(ProcessHandle process) {
    String currentUser = System.getProperty("user.name");
    try {
      return currentUser.equals("root")
          || Files.getOwner(Path.of("/proc", Long.toString(process.pid())))
              .equals(Files.getOwner(Path.of("/proc/self")));
    } catch (IOException e) { // not Linux, or it has ended
      return process.info().user().filter(user -> !user.equals(currentUser)).isEmpty();
    }
  }

  /**
   * Returns whether the process has loaded HotSpot and handles SIGQUIT. Attaching sends SIGQUIT,
   * which ends most programs other than a JVM.
   */
  static boolean isJvm(long pid) {
    return hasQuitHandler(pid) && hasLoadedHotSpot(pid);
  }

  private static boolean hasLoadedHotSpot(long pid) {
    try {
      String maps = readFile(pid, "maps");
      return maps.contains("/libjvm.") && !maps.contains("/libj9");
    } catch (IOException e) { // not Linux, or no permission, as for a java with capabilities
      return isJava(pid);
    }
  }

  /** Returns whether the process is a {@code java} launcher, not a program that embeds a JVM. */
  static boolean isJava(long pid) {
    return ProcessHandle.of(pid)
        .flatMap(process -> process.info().command())
        .or(() -> arguments(pid).stream().findFirst())
        .filter(path -> path.matches("(.*/)?java( \\(deleted\\))?")) // deleted by an upgrade
        .isPresent();
  }

  /** Returns whether an option or an environment variable of the process disables attaching. */
  static boolean isAttachingDisabled(long pid) {
    if (arguments(pid).contains(DISABLE_ATTACH_OPTION)) {
      return true;
    }
    try {
      return readFile(pid, "environ").contains(DISABLE_ATTACH_OPTION);
    } catch (IOException e) { // not Linux, or no permission
      return false;
    }
  }

  /** Returns the complete command line of a process, which {@link ProcessHandle} may truncate. */
  static List<String> arguments(long pid) {
    try {
      return List.of(readFile(pid, "cmdline").split("\0"));
    } catch (IOException e) { // not Linux, or it has ended
      return ProcessHandle.of(pid)
          .flatMap(process -> process.info().arguments())
          .map(List::of)
          .orElse(List.of());
    }
  }

  private static String readFile(long pid, String file) throws IOException {
    return Files.readString(
        Path.of("/proc", Long.toString(pid), file), StandardCharsets.ISO_8859_1);
  }

  private static boolean hasQuitHandler(long pid) {
    try {
      return Files.readAllLines(Path.of("/proc", Long.toString(pid), "status")).stream()
          .filter(line -> line.startsWith("SigCgt:"))
          .map(line -> line.substring("SigCgt:".length()).strip())
          .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & SIGQUIT_MASK) != 0);
    } catch (NoSuchFileException e) {
      return true; // not Linux
    } catch (IOException | NumberFormatException e) {
      return false;
    }
  }

  /** Returns whether the process is in a different container from this process. */
  static boolean isInOtherContainer(long pid) {
    return isInOtherNamespace(pid, "pid") || isInOtherNamespace(pid, "user");
  }

  static boolean isInOtherNamespace(long pid, String kind) {
    try {
      Path namespace = Files.readSymbolicLink(Path.of("/proc", Long.toString(pid), "ns", kind));
      return !namespace.equals(Files.readSymbolicLink(Path.of("/proc/self/ns", kind)));
    } catch (IOException | RuntimeException e) {
      return false; // not Linux, or no permission
    }
  }
}
