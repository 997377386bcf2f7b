package io.streambench.diagnose.live;

import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.HeapFiles;
import io.streambench.diagnose.agent.AgentMain;
import java.io.IOException;
import java.io.Reader;
import java.io.StringWriter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The properties file with which an agent reports to the program that loaded it: a property for
 * each component of a record. Components are texts, whole numbers, booleans, constants, and lists
 * of these or of other records.
 */
public final class StatusFile {
  /** Between the elements of a list, the components of a record in it, and of a list in that. */
  private static final List<String> SEPARATORS = List.of("\n", "\t", "\u0001");

  private StatusFile() {}

  /** Replaces the file atomically. */
  public static void write(Path folder, Record status) throws IOException {
    Properties properties = new Properties();
    for (RecordComponent part : status.getClass().getRecordComponents()) {
      properties.setProperty(part.getName(), text(value(part, status), 0));
    }
    StringWriter text = new StringWriter();
    properties.store(text, null);
    AtomicFile.write(
        folder.resolve(AgentMain.STATUS), part -> HeapFiles.write(part, text.toString()));
  }

  private static Object value(RecordComponent part, Object of) {
    try {
      return part.getAccessor().invoke(of);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // cannot happen: the records are public
    }
  }

  private static String text(Object value, int depth) {
    Stream<?> parts;
    if (value instanceof List<?> list) {
      parts = list.stream();
    } else if (value instanceof Record) {
      parts = Arrays.stream(value.getClass().getRecordComponents()).map(part -> value(part, value));
    } else {
      return depth == 0 ? value.toString() : value.toString().replaceAll("[\n\t\u0001]", " ");
    }
    return parts
        .map(part -> text(part, depth + 1))
        .collect(Collectors.joining(SEPARATORS.get(depth)));
  }

  /** Reads the last status; empty if there is none yet. An absent component is empty or 0. */
  public static <T extends Record> Optional<T> read(Path folder, Class<T> type) throws IOException {
    Path file = folder.resolve(AgentMain.STATUS);
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    Properties status = new Properties();
    try (Reader in = Files.newBufferedReader(file)) {
      status.load(in);
    }
    List<String> values =
        Arrays.stream(type.getRecordComponents())
            .map(part -> status.getProperty(part.getName(), ""))
            .toList();
    return Optional.of(type.cast(record(type, values, 0)));
  }

  private static Object record(Class<?> type, List<String> values, int depth) {
    RecordComponent[] parts = type.getRecordComponents();
    Object[] arguments = new Object[parts.length];
    for (int i = 0; i < parts.length; i++) {
      arguments[i] = value(parts[i].getGenericType(), values.get(i), depth);
    }
    try {
      return type.getConstructor(
              Arrays.stream(parts).map(RecordComponent::getType).toArray(Class<?>[]::new))
          .newInstance(arguments);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e); // cannot happen: each record has this constructor
    }
  }

  private static Object value(Type type, String text, int depth) {
    if (type instanceof ParameterizedType list) {
      return text.isEmpty()
          ? List.of()
          : Arrays.stream(text.split(SEPARATORS.get(depth), -1))
              .map(part -> value(list.getActualTypeArguments()[0], part, depth + 1))
              .toList();
    }
    Class<?> plain = (Class<?>) type;
    if (plain.isRecord()) {
      return record(plain, List.of(text.split(SEPARATORS.get(depth), -1)), depth + 1);
    } else if (plain.isEnum()) {
      return Arrays.stream(plain.getEnumConstants())
          .filter(constant -> constant.toString().equals(text))
          .findFirst()
          .orElseThrow();
    } else if (plain == boolean.class) {
      return Boolean.parseBoolean(text);
    } else if (plain == String.class) {
      return text;
    }
    long number = text.isEmpty() ? 0 : Long.parseLong(text);
    return plain == int.class ? (Object) (int) number : (Object) number;
  }
}
