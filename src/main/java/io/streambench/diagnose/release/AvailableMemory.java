package io.streambench.diagnose.release;

import io.streambench.base.files.HeapBufferedFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;

/** Reads how much memory is available on the machine and in the container. */
final class AvailableMemory {
  private static final Path MEMINFO = Path.of("/proc/meminfo");
  private static final Path CGROUP_ROOT = Path.of("/sys/fs/cgroup");

  private static final Path OWN_CGROUP = Path.of("/proc/self/cgroup");
  private static final String CGROUP_V2_PREFIX = "0::/";

  private AvailableMemory() {}

  /** Returns the bytes left on the machine or in the container; {@code MAX_VALUE} if unknown. */
  static long availableBytes() {
    return availableBytes(MEMINFO, ownCgroup());
  }

  /**
   * Returns the folder of this process's control group, or the root folder if the group is unknown.
   */
  private static Path ownCgroup() {
    try {
      return HeapBufferedFiles.read(OWN_CGROUP)
          .lines()
          .filter(line -> line.startsWith(CGROUP_V2_PREFIX))
          .map(line -> CGROUP_ROOT.resolve(line.substring(CGROUP_V2_PREFIX.length())))
          .filter(group -> Files.exists(group.resolve("memory.max")))
          .findFirst()
          .orElse(CGROUP_ROOT);
    } catch (IOException | RuntimeException e) {
      return CGROUP_ROOT;
    }
  }

  static long availableBytes(Path machine, Path container) {
    return Math.min(machineBytes(machine), containerBytes(container));
  }

  private static long machineBytes(Path file) {
    try {
      return readValue(file, "MemAvailable:") * 1024;
    } catch (IOException | RuntimeException e) {
      return Long.MAX_VALUE;
    }
  }

  private static long containerBytes(Path folder) {
    return Math.min(
        availableGroupBytes(folder, "memory.max", "memory.current", ""),
        availableGroupBytes( // control groups of version 1
            folder.resolve("memory"), "memory.limit_in_bytes", "memory.usage_in_bytes", "total_"));
  }

  /**
   * Returns the bytes left in a control group. Inactive file pages and half of the active file
   * pages count as free, because the kernel reclaims the pages of a mapped index, which would fill
   * any container.
   */
  private static long availableGroupBytes(Path folder, String max, String current, String prefix) {
    try {
      long limit = Long.parseLong(HeapBufferedFiles.read(folder.resolve(max)).strip());
      long used = Long.parseLong(HeapBufferedFiles.read(folder.resolve(current)).strip());
      Path stat = folder.resolve("memory.stat");
      long reclaimable =
          readValue(stat, prefix + "inactive_file") + readValue(stat, prefix + "active_file") / 2;
      return Math.max(0, limit - used + reclaimable);
    } catch (IOException | RuntimeException e) { // no limit ("max") or no container
      return Long.MAX_VALUE;
    }
  }

  private static long readValue(Path file, String name) throws IOException {
    return HeapBufferedFiles.read(file)
        .lines()
        .map(line -> line.split("\\s+"))
        .filter(words -> words.length > 1 && words[0].equals(name))
        .flatMapToLong(words -> LongStream.of(Long.parseLong(words[1])))
        .findFirst()
        .orElseThrow();
  }
}
