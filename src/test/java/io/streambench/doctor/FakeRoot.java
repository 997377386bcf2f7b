package io.streambench.doctor;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** A folder that stands for {@code /}. */
record FakeRoot(Path folder) {
  FakeRoot with(String file, String text) throws IOException {
    Path path = folder.resolve(file);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
    return this;
  }
}
