package io.streambench.doctor;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads {@code /proc} and {@code /sys}; what is not there, as on a Mac, is simply empty. */
record KernelFiles(Path root) {
  /** The file's text without the space around it; empty if there is none. */
  Optional<String> text(String file) {
    try (InputStream in = Files.newInputStream(root.resolve(file))) {
      // Files.readAllBytes begins with one byte, after which a file in /proc/sys is at its end.
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      in.transferTo(bytes);
      // Not UTF-8: a command line may hold any byte.
      return Optional.of(bytes.toString(StandardCharsets.ISO_8859_1).strip())
          .filter(text -> !text.isEmpty());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  List<String> lines(String file) {
    return text(file).map(text -> text.lines().toList()).orElse(List.of());
  }

  /** The number in the line that begins with that word, as in {@code MemTotal: 123 kB}. */
  Optional<Long> number(String file, String word) {
    return lines(file).stream()
        .map(line -> line.split("[:\\s]+"))
        .filter(words -> words.length > 1 && words[0].equals(word))
        .findFirst()
        .flatMap(words -> parsed(words[1]));
  }

  /** Names in a folder that match a regular expression, in order. */
  List<String> names(String folder, String regex) {
    try (Stream<Path> files = Files.list(root.resolve(folder))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches(regex))
          .sorted()
          .toList();
    } catch (IOException | RuntimeException e) {
      return List.of();
    }
  }

  boolean exists(String file) {
    return Files.exists(root.resolve(file));
  }

  private static Optional<Long> parsed(String text) {
    try {
      return Optional.of(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
