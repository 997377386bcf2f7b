package io.streambench.watchdog;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** One way of writing JSON. */
final class Json {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private Json() {}

  static void write(Path file, Object value) throws IOException {
    Files.writeString(file, MAPPER.writeValueAsString(value) + "\n");
  }

  static <T> T read(Path file, TypeReference<T> type) throws IOException {
    return MAPPER.readValue(file.toFile(), type);
  }
}
