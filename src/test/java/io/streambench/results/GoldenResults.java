package io.streambench.results;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The files in {@code golden/}, most of them written by JMH; its README tells how. */
public final class GoldenResults {
  private GoldenResults() {}

  public static byte[] bytes(String name) throws IOException {
    try (InputStream in = GoldenResults.class.getResourceAsStream("golden/" + name)) {
      if (in == null) {
        throw new FileNotFoundException(name);
      }
      return in.readAllBytes();
    }
  }

  public static Path copyTo(Path folder, String name) throws IOException {
    return Files.write(folder.resolve(name), bytes(name));
  }
}
