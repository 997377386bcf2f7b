package io.streambench.bench.doctor;

import io.streambench.bench.redaction.Redactor;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads the current state of this machine. It changes nothing and throws nothing: values that
 * cannot be read, such as on a Mac, are empty.
 */
public class Machine {
  private static final String CGROUPS = "sys/fs/cgroup/";

  private final Path root;
  private final Map<String, Object> build;
  private final Path home;
  final Path data;
  final Path logs;

  /**
   * @param root {@code /} except in tests
   * @param build has gitCommit and gitDirty
   */
  public Machine(Path root, Map<String, Object> build, Path home, Path data, Path logs) {
    this.root = root;
    this.build = build;
    this.home = home;
    this.data = data;
    this.logs = logs;
  }

  String property(String name) {
    return System.getProperty(name, "unknown");
  }

  List<String> jvmArguments() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  int usableCpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** The free space for a folder. If the folder does not exist yet, the space in its parent. */
  Optional<Long> freeBytes(Path folder) {
    Path at = folder.toAbsolutePath();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    try {
      return Optional.of(Files.getFileStore(at).getUsableSpace());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  final String displayPath(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    return at.startsWith(home)
        ? home.relativize(at) + "/"
        : Redactor.ofThisMachine().redact(at.toString());
  }

  final Optional<String> buildProperty(String name, String regex) {
    return Optional.ofNullable(build.get(name))
        .map(Object::toString)
        .filter(it -> it.matches(regex));
  }

  /** The stripped text of a kernel file; empty if the file does not exist. */
  final Optional<String> readText(String file) {
    try (InputStream in = Files.newInputStream(root.resolve(file))) {
      // Files.readAllBytes first reads a single byte, but files in /proc/sys end after one read.
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      in.transferTo(bytes);
      // Not UTF-8: a command line may contain any byte.
      return Optional.of(bytes.toString(StandardCharsets.ISO_8859_1).strip())
          .filter(text -> !text.isEmpty());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  final Optional<String> readText(String file, String regex) {
    return readText(file).filter(text -> text.matches(regex));
  }

  final List<String> readLines(String file) {
    return readText(file).map(text -> text.lines().toList()).orElse(List.of());
  }

  /**
   * The bytes in the line of {@code meminfo} that begins with this word, as {@code MemTotal: 1 kB}.
   */
  final Optional<Long> memoryBytes(String word) {
    return Pattern.compile("(?m)^" + word + ":\\s*(\\d{1,15})\\b")
        .matcher(readText("proc/meminfo").orElse(""))
        .results()
        .findFirst()
        .map(line -> Long.parseLong(line.group(1)) * 1024);
  }

  /**
   * The values in a file of this process's control group (version 2) and of all its parent groups.
   */
  final Stream<String> cgroupValues(String file, String regex) {
    Path group =
        readLines("proc/self/cgroup").stream()
            .filter(line -> line.startsWith("0::/") && !line.contains(".."))
            .findFirst()
            .map(line -> Path.of(line.substring("0::/".length())))
            .orElse(Path.of(""));
    return Stream.concat(
            Stream.of(Path.of("")), Stream.iterate(group, Objects::nonNull, Path::getParent))
        .flatMap(at -> readText(CGROUPS + at + "/" + file, regex).stream());
  }

  /** The number of online processors, from a list of ranges such as {@code 0-3,6}. */
  final int onlineCpus() {
    int count = 0;
    for (String range : readText("sys/devices/system/cpu/online").orElse("").split(",")) {
      if (!range.matches("\\d{1,6}(-\\d{1,6})?")) {
        return usableCpus();
      }
      String[] ends = range.split("-");
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }
}
