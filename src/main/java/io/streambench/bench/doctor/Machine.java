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
 * The current state of a machine; values that cannot be read, as on a Mac, are empty.
 *
 * @param property a system property of this JVM, by name
 * @param build the build's {@code gitCommit} and {@code gitDirty}
 * @param memoryBytes memory of the machine, or of the container if this JVM runs in one
 * @param onlineCpus the machine's processors, of which this JVM may use {@code usableCpus}
 * @param load mean number of runnable threads over the last minute
 */
public record Machine(
    UnaryOperator<String> property,
    List<String> jvmArguments,
    Map<String, Object> build,
    long memoryBytes,
    OptionalLong availableBytes,
    Disk data,
    Disk logs,
    int usableCpus,
    long onlineCpus,
    OptionalDouble load) {

  /** A folder's path as shown to users, and the free space on its disk. */
  record Disk(String shown, OptionalLong freeBytes) {
    /** Reads the free space on a folder's disk; a missing folder counts as its nearest parent. */
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

  /** Reads the state of this machine; changes nothing. */
  public static Machine read(Map<String, Object> build, Path home, Path data, Path logs) {
    var system =
        (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    double load = system.getSystemLoadAverage();
    int usableCpus = system.getAvailableProcessors();
    return new Machine(
        name -> System.getProperty(name, "unknown"),
        ManagementFactory.getRuntimeMXBean().getInputArguments(),
        build,
        system.getTotalMemorySize(),
        firstGroups("/proc/meminfo", "MemAvailable:\\s*(\\d{1,15}) kB")
            .mapToLong(kilobytes -> 1024 * Long.parseLong(kilobytes))
            .findFirst(),
        Disk.of(data, home),
        Disk.of(logs, home),
        usableCpus,
        Math.max(usableCpus, firstGroups("/proc/cpuinfo", "processor\\s*:\\s*(\\d+)").count()),
        load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load));
  }

  /** The first group of the regex {@code line} in each line that starts with it, if readable. */
  private static Stream<String> firstGroups(String file, String line) {
    try {
      return Pattern.compile("(?m)^" + line)
          .matcher(Files.readString(Path.of(file)))
          .results()
          .map(found -> found.group(1));
    } catch (IOException | RuntimeException e) {
      return Stream.empty();
    }
  }
}
