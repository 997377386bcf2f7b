package io.streambench.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

/**
 * Limits that a container, a service or a session sets, of either version of control groups. Each
 * folder on the way from this process's group to the root may limit; the tightest one counts.
 */
record ControlGroups(KernelFiles files) {
  private static final String ROOT = "sys/fs/cgroup/";

  /**
   * The value from which on a limit counts as none. Version 1 shows no limit as the largest
   * multiple of a page.
   */
  private static final long NO_LIMIT = 1L << 60;

  /** The names of one version. */
  private record Memory(String controller, String limit, String used, String cached) {}

  private static final List<Memory> MEMORY =
      List.of(
          new Memory("", "memory.max", "memory.current", "inactive_file"),
          new Memory(
              "memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"));

  /** Returns whether there are control groups to ask. */
  boolean readable() {
    return files.exists(ROOT) && files.exists("proc/self/cgroup");
  }

  /** Bytes, if there is a limit. */
  Optional<Long> memoryLimit() {
    return least(this::limit);
  }

  /** Bytes that the groups with a limit would still give; cached files count as given back. */
  Optional<Long> memoryLeft() {
    return least(
        (memory, folder) ->
            limit(memory, folder)
                .flatMap(most -> files.number(folder + memory.used).map(used -> most - used))
                .map(left -> left + files.number(folder + "memory.stat", memory.cached).orElse(0L))
                .map(left -> Math.max(0, left)));
  }

  private Optional<Long> limit(Memory memory, String folder) {
    return files.number(folder + memory.limit).filter(limit -> limit < NO_LIMIT);
  }

  private Optional<Long> least(BiFunction<Memory, String, Optional<Long>> bytes) {
    return MEMORY.stream()
        .flatMap(memory -> folders(memory.controller).map(folder -> bytes.apply(memory, folder)))
        .flatMap(Optional::stream)
        .min(Long::compare);
  }

  /** CPUs' worth of time, if there is a limit. */
  Optional<Double> cpuQuota() {
    Stream<Optional<String>> unified = folders("").map(folder -> files.text(folder + "cpu.max"));
    Stream<Optional<String>> old =
        Stream.of("cpu", "cpu,cpuacct")
            .flatMap(this::folders)
            .map(
                folder ->
                    files
                        .text(folder + "cpu.cfs_quota_us")
                        .flatMap(
                            quota ->
                                files
                                    .text(folder + "cpu.cfs_period_us")
                                    .map(period -> quota + " " + period)));
    return Stream.concat(unified, old)
        .flatMap(Optional::stream)
        .filter(text -> text.matches("\\d{1,18}\\s+[1-9]\\d{0,17}"))
        .map(text -> text.split("\\s+"))
        .map(pair -> Double.parseDouble(pair[0]) / Double.parseDouble(pair[1]))
        .min(Double::compare);
  }

  /**
   * This process's group and all above it.
   *
   * @param controller of version 1; nothing for version 2
   */
  private Stream<String> folders(String controller) {
    List<String> folders = new ArrayList<>();
    for (String line : files.lines("proc/self/cgroup")) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3
          && (parts[1].equals(controller)
              || !controller.isEmpty() && List.of(parts[1].split(",")).contains(controller))) {
        String top = controller.isEmpty() ? ROOT : ROOT + controller + "/";
        // A path out of a container's own view leads nowhere that can be read.
        Path group = Path.of(parts[2].contains("..") ? "/" : parts[2]);
        for (Path at = group; at != null && at.getNameCount() > 0; at = at.getParent()) {
          folders.add(top + at.toString().substring(1) + "/");
        }
        folders.add(top);
      }
    }
    return folders.stream();
  }
}
