package io.streambench.report.page;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** Text files on the class path. */
public final class Resource {
  private Resource() {}

  static InputStream open(String name) throws IOException {
    InputStream in = Resource.class.getResourceAsStream(name);
    if (in == null) {
      throw new FileNotFoundException("not on the class path: " + name);
    }
    return in;
  }

  /**
   * The whole of one, in UTF-8.
   *
   * @param name absolute, or beside this class
   * @throws UncheckedIOException if it is not there: then the build is broken
   */
  public static String text(String name) {
    try (InputStream in = open(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
