package io.streambench.bench.doctor;

import io.streambench.bench.redaction.Redactor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The state of a machine; values that the operating system does not report are empty.
 *
 * @param systemProperty returns a system property of this JVM by name
 * @param buildProperties the build's {@code gitCommit} and {@code gitDirty}
 * @param totalMemoryBytes memory of the machine, or of the container if this JVM runs in one
 * @param onlineCpus processors of the machine; this JVM may use {@code usableCpus} of them
 * @param loadAverage mean number of runnable threads over the last minute
 */
public record Machine(
    UnaryOperator<String> systemProperty,
    List<String> jvmArguments,
    Map<String, Object> buildProperties,
    long totalMemoryBytes,
    OptionalLong availableMemoryBytes,
    Disk dataDisk,
    Disk logsDisk,
    int usableCpus,
    long onlineCpus,
    OptionalDouble loadAverage) {
  /** A folder's path as shown to users, and the free space on its disk. */
  record Disk(String shownPath, OptionalLong freeBytes) {
    /**
     * Reads the free space on a folder's disk. If the folder does not exist, uses the nearest
     * parent folder that exists.
     */
    static Disk of(Path folder, Path home) {
      Path path = folder.toAbsolutePath().normalize();
      String shown =
          path.startsWith(home)
              ? home.relativize(path) + "/"
              : Redactor.ofThisMachine().redact(path.toString());
      while (!Files.exists(path) && path.getParent() != null) {
        path = path.getParent();
      }
      try {
        return new Disk(shown, OptionalLong.of(Files.getFileStore(path).getUsableSpace()));
      } catch (IOException | RuntimeException e) {
        return new Disk(shown, OptionalLong.empty());
      }
    }
  }

  /** Reads the current state of this machine. */
  public static Machine read(
      Map<String, Object> buildProperties, Path homeFolder, Path dataFolder, Path logsFolder) {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage();
    int usableCpus = system.getAvailableProcessors();
    return new Machine(
        name -> System.getProperty(name, "unknown"),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        buildProperties,
        system.getTotalMemorySize(),
        firstGroups("/proc/meminfo", "MemAvailable:\\s*(\\d{1,15}) kB")
            .mapToLong(kilobytes -> 1024 * Long.parseLong(kilobytes))
            .findFirst(),
        Disk.of(dataFolder, homeFolder),
        Disk.of(logsFolder, homeFolder),
        usableCpus,
        Math.max(usableCpus, firstGroups("/proc/cpuinfo", "processor\\s*:\\s*(\\d+)").count()),
        load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load));
  }

  /**
   * Returns group 1 of each match of {@code linePattern} at the start of a line. Returns an empty
   * stream if the file is unreadable.
   */
  private static Stream<String> firstGroups(String file, String linePattern) {
    try {
      return Pattern.compile("(?m)^" + linePattern)
          .matcher(Files.readString(Path.of(file)))
          .results()
          .map(found -> found.group(1));
    } catch (IOException | RuntimeException e) {
      return Stream.empty();
    }
  }
}
