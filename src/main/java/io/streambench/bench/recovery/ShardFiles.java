package io.streambench.bench.recovery;

import io.streambench.base.TextFormat;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/** A shard's index files by name, with the sizes and checksums that every copy must match. */
record ShardFiles(String shard, Map<String, Fingerprint> files) {
  record Fingerprint(long bytes, long checksum) {
    static Fingerprint of(Path file) throws IOException {
      CRC32C checksum = new CRC32C();
      try (InputStream in = new CheckedInputStream(Files.newInputStream(file), checksum)) {
        long bytes = in.transferTo(OutputStream.nullOutputStream());
        return new Fingerprint(bytes, checksum.getValue());
      }
    }
  }

  static ShardFiles read(String shard, Path folder, Collection<String> names) throws IOException {
    Map<String, Fingerprint> files = new TreeMap<>();
    for (String name : names) {
      files.put(name, Fingerprint.of(folder.resolve(name)));
    }
    return new ShardFiles(shard, files);
  }

  long bytes() {
    return files.values().stream().mapToLong(Fingerprint::bytes).sum();
  }

  /**
   * Compares the files in folder {@code copy} with the original files. Returns one line about the
   * first difference, or empty. Additional files in the copy are not a difference.
   */
  Optional<String> findDifference(Path copy) throws IOException {
    for (Map.Entry<String, Fingerprint> file : files.entrySet()) {
      String name = shard + "/" + file.getKey();
      Fingerprint expected = file.getValue();
      Path found = copy.resolve(file.getKey());
      if (!Files.exists(found)) {
        return Optional.of(name + " is missing");
      }
      Fingerprint actual = Fingerprint.of(found);
      if (actual.bytes() != expected.bytes()) {
        return Optional.of(
            TextFormat.of("%s has %,d of %,d bytes", name, actual.bytes(), expected.bytes()));
      }
      if (actual.checksum() != expected.checksum()) {
        return Optional.of(name + " has another checksum");
      }
    }
    return Optional.empty();
  }
}
