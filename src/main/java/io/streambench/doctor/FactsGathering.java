package io.streambench.doctor;

import com.sun.management.UnixOperatingSystemMXBean;
import io.streambench.cluster.DataFolder;
import io.streambench.doctor.MachineFacts.Cpu;
import io.streambench.doctor.MachineFacts.Disk;
import io.streambench.doctor.MachineFacts.Jdk;
import io.streambench.doctor.MachineFacts.Leftovers;
import io.streambench.doctor.MachineFacts.Memory;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Gathers the facts, in well under a second on a quiet machine. Nothing is changed, and nothing is
 * an error: what cannot be read is unknown.
 */
public final class FactsGathering {
  private final KernelFiles files;
  private final Path home;
  private final Path data;
  private final Path logs;

  /**
   * Looks from a place.
   *
   * @param root where {@code proc} and {@code sys} are: {@code /}, but for tests
   * @param home folder of this module
   * @param data where runs keep their data
   * @param logs where runs leave their evidence
   */
  public FactsGathering(Path root, Path home, Path data, Path logs) {
    this.files = new KernelFiles(root);
    this.home = home;
    this.data = data;
    this.logs = logs;
  }

  /** Everything, as it is now. */
  public MachineFacts gather() {
    CpuFacts cpus = new CpuFacts(files);
    Cpu cpu = cpus.cpu();
    ProcessFacts processes = new ProcessFacts(files);
    return new MachineFacts(
        jdk(),
        memory(),
        List.of(disk("data", data), disk("logs", logs)),
        cpu,
        processes.load(cpu.online().orElse(cpu.usable())),
        cpus.power(),
        new NetworkFacts(files).network(),
        openFileLimit(),
        cpus.kernel(),
        new GitFacts(home).checkout(),
        new Leftovers(abandonedFolders(), processes.forks()));
  }

  private static Jdk jdk() {
    return new Jdk(
        Runtime.version().feature(),
        Runtime.version().toString(),
        System.getProperty("java.vendor", "unknown vendor"),
        System.getProperty("java.vm.name", "unknown VM"),
        Integer.getInteger("sun.arch.data.model", 0),
        ManagementFactory.getRuntimeMXBean().getInputArguments());
  }

  /** The JVM's own figures are the control group's, where there is one; the kernel's come first. */
  private Memory memory() {
    ControlGroups groups = new ControlGroups(files);
    OptionalLong available =
        Stream.of(kibibytes("MemAvailable"), groups.memoryLeft())
            .flatMapToLong(OptionalLong::stream)
            .min();
    OptionalLong swap = kibibytes("SwapTotal");
    OptionalLong swapFree = kibibytes("SwapFree");
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      return new Memory(
          first(kibibytes("MemTotal"), system.getTotalMemorySize()),
          available,
          groups.memoryLimit(),
          swap.isPresent() && swapFree.isPresent()
              ? OptionalLong.of(swap.getAsLong() - swapFree.getAsLong())
              : OptionalLong.of(system.getTotalSwapSpaceSize() - system.getFreeSwapSpaceSize()));
    }
    return new Memory(kibibytes("MemTotal"), available, groups.memoryLimit(), OptionalLong.empty());
  }

  private OptionalLong kibibytes(String word) {
    return LongStream.of(files.number("proc/meminfo", word).orElse(-1))
        .filter(amount -> amount >= 0)
        .map(amount -> amount * 1024)
        .findFirst();
  }

  private static OptionalLong first(OptionalLong one, long other) {
    return one.isPresent() ? one : OptionalLong.of(other);
  }

  /** A folder that a run has yet to make will be where the nearest one above it is. */
  private Disk disk(String use, Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    String shown =
        at.startsWith(home) ? home.relativize(at) + "/" : Redactor.ofThisMachine().redact("" + at);
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    try {
      return new Disk(use, shown, OptionalLong.of(Files.getFileStore(at).getUsableSpace()));
    } catch (IOException | RuntimeException e) {
      return new Disk(use, shown, OptionalLong.empty());
    }
  }

  private static OptionalLong openFileLimit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? OptionalLong.of(unix.getMaxFileDescriptorCount())
        : OptionalLong.empty();
  }

  private int abandonedFolders() {
    try {
      return DataFolder.abandonedIn(data).size();
    } catch (IOException e) {
      return 0;
    }
  }
}
