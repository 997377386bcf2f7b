package io.streambench.diagnose.live;

import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.HeapBufferedFiles;
import io.streambench.diagnose.agent.AgentMain;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.StringWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Reads and writes the properties file in which an agent reports to the program that loaded it. The
 * file has a property for each component of a record. Components are strings, integers, booleans,
 * enum constants, and lists of these or of records.
 */
public final class StatusFile {
  /**
   * The separators by nesting level: of list elements, of record components, and of the elements of
   * a nested list.
   */
  private static final List<String> SEPARATORS = List.of("\n", "\t", "\u0001");

  private StatusFile() {}

  /** Atomically replaces the status file in a folder. */
  public static void write(Path folder, Record status) throws IOException {
    Properties properties = new Properties();
    for (RecordComponent component : status.getClass().getRecordComponents()) {
      properties.setProperty(
          component.getName(), formatValue(componentValue(component, status), 0));
    }
    StringWriter text = new StringWriter();
    properties.store(text, null);
    AtomicFile.write(
        folder.resolve(AgentMain.STATUS_FILE_NAME),
        part -> HeapBufferedFiles.write(part, text.toString()));
  }

  private static Object componentValue(RecordComponent component, Object status) {
    try {
      return component.getAccessor().invoke(status);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // cannot happen: the records are public
    }
  }

  private static String formatValue(Object value, int depth) {
    Stream<?> parts;
    if (value instanceof List<?> list) {
      parts = list.stream();
    } else if (value instanceof Record) {
      parts =
          Arrays.stream(value.getClass().getRecordComponents())
              .map(part -> componentValue(part, value));
    } else {
      return depth == 0 ? value.toString() : value.toString().replaceAll("[\n\t\u0001]", " ");
    }
    return parts
        .map(part -> formatValue(part, depth + 1))
        .collect(Collectors.joining(SEPARATORS.get(depth)));
  }

  /**
   * Reads the last status, or returns an empty {@code Optional} if no status has been written. A
   * record component without a property in the file becomes empty or 0.
   */
  public static <T extends Record> Optional<T> read(Path folder, Class<T> type) throws IOException {
    Path file = folder.resolve(AgentMain.STATUS_FILE_NAME);
    // The reader may be root, and the writer's user could have put a link or a pipe there.
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Optional.empty();
    }
    Properties status = new Properties();
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      status.load(new InputStreamReader(in, StandardCharsets.UTF_8));
    }
    List<String> values =
        Arrays.stream(type.getRecordComponents())
            .map(part -> status.getProperty(part.getName(), ""))
            .toList();
    return Optional.of(type.cast(parseRecord(type, values, 0)));
  }

  private static Object parseRecord(Class<?> type, List<String> values, int depth) {
    RecordComponent[] parts = type.getRecordComponents();
    Object[] arguments = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      arguments[i] = parseValue(parts[i].getGenericType(), values.get(i), depth);
    }
    try {
      return type.getConstructor(
              Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // cannot happen: each record has this constructor
    }
  }

  private static Object parseValue(Type type, String text, int depth) {
    if (type instanceof ParameterizedType list) {
      return text.isEmpty()
          ? List.of()
          : Arrays.stream(text.split(SEPARATORS.get(depth), -1))
              .map(part -> parseValue(list.getActualTypeArguments()[0], part, depth + 1))
              .toList();
    }
    Class<?> rawType = (Class<?>) type;
    if (rawType.isRecord()) {
      return parseRecord(rawType, List.of(text.split(SEPARATORS.get(depth), -1)), depth + 1);
    } else if (rawType.isEnum()) {
      return Arrays.stream(rawType.getEnumConstants())
          .filter(constant -> constant.toString().equals(text))
          .findFirst()
          .orElseThrow();
    } else if (rawType == boolean.class) {
      return Boolean.parseBoolean(text);
    } else if (rawType == String.class) {
      return text;
    }
    long number = text.isEmpty() ? 0 : Long.parseLong(text);
    return rawType == int.class ? (Object) (int) number : (Object) number;
  }
}
