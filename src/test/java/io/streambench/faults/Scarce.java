package io.streambench.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;

/** Command lines that give a program less than there is. They need no rights, but Linux. */
final class Scarce {
  private Scarce() {}

  /** A folder with a disk of that size as only the program sees it; copied out at its end. */
  static List<String> disk(Path folder, String size, List<String> command) throws IOException {
    Files.createDirectories(folder);
    Path out = Files.createDirectories(copyOf(folder));
    return shell(
        List.of("unshare", "-rm"),
        "mount -t tmpfs -o size=%s none '%s' && { \"$@\"; s=$?; cp -a '%s/.' '%s'; exit $s; }"
            .formatted(size, folder, folder, out),
        command);
  }

  /** The folder to which {@link #disk} copies what the program left on the disk. */
  static Path copyOf(Path folder) {
    return folder.resolveSibling(folder.getFileName() + "-then");
  }

  static List<String> descriptors(int most, List<String> command) {
    return shell(List.of(), "ulimit -n %d; \"$@\"".formatted(most), command);
  }

  /** Nothing can be made in a folder, by root neither. */
  static List<String> notWritable(Path folder, List<String> command) throws IOException {
    Files.createDirectories(folder);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
    // A capability that root keeps even over files of nobody's is what setpriv takes away.
    List<String> all =
        new ArrayList<>(List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"));
    all.addAll(command);
    return all;
  }

  /** No network but the loopback, in a space of its own. */
  static List<String> loopbackOnly(boolean ipv4, List<String> command) {
    return shell(
        List.of("unshare", "-rn"),
        "ip link set lo up && " + (ipv4 ? "" : "ip addr del 127.0.0.1/8 dev lo && ") + "\"$@\"",
        command);
  }

  private static List<String> shell(List<String> before, String script, List<String> command) {
    List<String> all = new ArrayList<>(before);
    all.addAll(List.of("bash", "-c", script, "bash"));
    all.addAll(command);
    return all;
  }
}
