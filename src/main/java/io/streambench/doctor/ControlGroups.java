package io.streambench.doctor;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.stream.Stream;

/**
 * Limits that a container, a service or a session sets, of either version of control groups. Each
 * folder on the way from this process's group to the root may limit; the tightest one counts.
 */
final class ControlGroups {
  private static final String ROOT = "sys/fs/cgroup";

  /**
   * The value from which on a limit counts as none. Version 1 shows no limit as the largest
   * multiple of a page.
   */
  private static final long NO_LIMIT = 1L << 60;

  private final KernelFiles files;

  ControlGroups(KernelFiles files) {
    this.files = files;
  }

  /** Returns whether there are control groups to ask. */
  boolean readable() {
    return files.exists(ROOT) && files.exists("proc/self/cgroup");
  }

  /** Bytes, if there is a limit. */
  OptionalLong memoryLimit() {
    return Stream.concat(
            folders("").stream().map(folder -> files.number(folder + "/memory.max")),
            folders("memory").stream()
                .map(folder -> files.number(folder + "/memory.limit_in_bytes")))
        .flatMapToLong(OptionalLong::stream)
        .filter(limit -> limit < NO_LIMIT)
        .min();
  }

  /** Bytes that the groups with a limit would still give; cached files count as given back. */
  OptionalLong memoryLeft() {
    return Stream.concat(
            folders("").stream()
                .map(folder -> left(folder, "memory.max", "memory.current", "inactive_file")),
            folders("memory").stream()
                .map(
                    folder ->
                        left(
                            folder,
                            "memory.limit_in_bytes",
                            "memory.usage_in_bytes",
                            "total_inactive_file")))
        .flatMapToLong(OptionalLong::stream)
        .min();
  }

  private OptionalLong left(String folder, String limit, String used, String cached) {
    OptionalLong most = files.number(folder + "/" + limit);
    OptionalLong now = files.number(folder + "/" + used);
    if (most.isEmpty() || now.isEmpty() || most.getAsLong() >= NO_LIMIT) {
      return OptionalLong.empty();
    }
    long reclaimable = files.number(folder + "/memory.stat", cached).orElse(0);
    return OptionalLong.of(Math.max(0, most.getAsLong() - now.getAsLong() + reclaimable));
  }

  /** CPUs' worth of time, if there is a limit. */
  OptionalDouble cpuQuota() {
    Stream<Optional<String>> unified =
        folders("").stream().map(folder -> files.text(folder + "/cpu.max"));
    Stream<Optional<String>> old =
        Stream.of("cpu", "cpu,cpuacct")
            .flatMap(controller -> folders(controller).stream())
            .map(
                folder ->
                    files
                        .text(folder + "/cpu.cfs_quota_us")
                        .flatMap(
                            quota ->
                                files
                                    .text(folder + "/cpu.cfs_period_us")
                                    .map(period -> quota + " " + period)));
    return Stream.concat(unified, old)
        .flatMap(Optional::stream)
        .filter(text -> text.matches("\\d{1,18}\\s+[1-9]\\d{0,17}"))
        .map(text -> text.split("\\s+"))
        .mapToDouble(pair -> Double.parseDouble(pair[0]) / Double.parseDouble(pair[1]))
        .min();
  }

  /**
   * This process's group and all above it.
   *
   * @param controller of version 1; nothing for version 2
   */
  private List<String> folders(String controller) {
    List<String> folders = new ArrayList<>();
    for (String line : files.lines("proc/self/cgroup")) {
      String[] parts = line.split(":", 3);
      if (parts.length == 3
          && (parts[1].equals(controller)
              || !controller.isEmpty() && List.of(parts[1].split(",")).contains(controller))) {
        String top = controller.isEmpty() ? ROOT : ROOT + "/" + controller;
        // A path out of a container's own view leads nowhere that can be read.
        Path group = Path.of(parts[2].contains("..") ? "/" : parts[2]);
        for (Path at = group; at != null && at.getNameCount() > 0; at = at.getParent()) {
          folders.add(top + at);
        }
        folders.add(top);
      }
    }
    return folders;
  }
}
