package io.streambench.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Command lines that give a program fewer resources. They need Linux, but no special rights. */
final class ScarceResources {
  private ScarceResources() {}

  /**
   * Returns a command that sees a folder as a small disk of its own. The files on this disk are
   * copied out at the end.
   *
   * @param size the size in the format of mount, such as 64k or 30m
   */
  static List<String> withSmallDisk(Path folder, String size, List<String> command)
      throws IOException {
    Files.createDirectories(folder);
    Path out = Files.createDirectories(copiedFolder(folder));
    return shellCommand(
        List.of("unshare", "-rm"),
        "mount -t tmpfs -o size=%s none '%s' && { \"$@\"; s=$?; cp -a '%s/.' '%s'; exit $s; }"
            .formatted(size, folder, folder, out),
        command);
  }

  /** Returns the folder to which {@link #withSmallDisk} copies the files on the disk. */
  static Path copiedFolder(Path folder) {
    return folder.resolveSibling(folder.getFileName() + "-then");
  }

  /** Returns a command with a limit of open files. */
  static List<String> withFileLimit(int maxFiles, List<String> command) {
    return shellCommand(List.of(), "ulimit -n %d; \"$@\"".formatted(maxFiles), command);
  }

  /** Returns a command that cannot create files in a folder, not even as root. */
  static List<String> withUnwritableFolder(Path folder, List<String> command) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    // setpriv removes a capability that root keeps even for files that belong to nobody.
    List<String> all =
        new ArrayList<>(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"));
    all.addAll(command);
    return all;
  }

  /** Returns a command that has no network but the loopback, in a namespace of its own. */
  static List<String> withOnlyLoopback(boolean ipv4, List<String> command) {
    return shellCommand(
        List.of("unshare", "-rn"),
        "ip link set lo up && " + (ipv4 ? "" : "ip addr del 127.0.0.1/8 dev lo && ") + "\"$@\"",
        command);
  }

  private static List<String> shellCommand(
      List<String> prefix, String script, List<String> command) {
    List<String> all = new ArrayList<>(prefix);
    all.addAll(List.of("bash", "-c", script, "bash"));
    all.addAll(command);
    return all;
  }
}
