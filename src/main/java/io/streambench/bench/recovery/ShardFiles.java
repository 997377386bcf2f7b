package io.streambench.bench.recovery;

import io.streambench.config.Text;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.zip.CRC32C;

/**
 * The files of a shard's index, as they have to be wherever they are copied to.
 *
 * @param folder where they are
 * @param files by name
 */
record ShardFiles(String shard, Path folder, Map<String, Sum> files) {
  private static final int BUFFER_BYTES = 1 << 16;

  ShardFiles {
    files = Collections.unmodifiableMap(new LinkedHashMap<>(files));
  }

  /**
   * The length of a file, and what its bytes come to.
   *
   * @param checksum CRC-32C
   */
  record Sum(long bytes, long checksum) {
    static Sum of(Path file) throws IOException {
      CRC32C checksum = new CRC32C();
      long bytes = 0;
      byte[] buffer = new byte[BUFFER_BYTES];
      try (InputStream in = Files.newInputStream(file)) {
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
          checksum.update(buffer, 0, length);
          bytes += length;
        }
      }
      return new Sum(bytes, checksum.getValue());
    }
  }

  /** Reads the files of those names. */
  static ShardFiles read(String shard, Path folder, Collection<String> names) throws IOException {
    Map<String, Sum> files = new LinkedHashMap<>();
    for (String name : new TreeSet<>(names)) {
      files.put(name, Sum.of(folder.resolve(name)));
    }
    return new ShardFiles(shard, folder, files);
  }

  /** The length of all of them. */
  long bytes() {
    return files.values().stream().mapToLong(Sum::bytes).sum();
  }

  /**
   * The first difference of a copy, in one line; empty if it is whole. What else lies there is left
   * alone: a node that opens an index adds a file or two of its own.
   */
  Optional<String> difference(Path copy) throws IOException {
    for (Map.Entry<String, Sum> file : files.entrySet()) {
      String name = shard + "/" + file.getKey();
      Sum expected = file.getValue();
      Sum found;
      try {
        found = Sum.of(copy.resolve(file.getKey()));
      } catch (NoSuchFileException e) {
        return Optional.of(name + " is missing");
      }
      if (found.bytes() != expected.bytes()) {
        return Optional.of(
            Text.of("%s has %,d of %,d bytes", name, found.bytes(), expected.bytes()));
      }
      if (found.checksum() != expected.checksum()) {
        return Optional.of(name + " has another checksum");
      }
    }
    return Optional.empty();
  }
}
