package io.streambench.base.files;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.deser.DeserializationProblemHandler;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.streambench.base.SettingException;
import io.streambench.base.SingleLine;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Reads and writes JSON files. Invalid input causes an exception with a one-line message. */
public final class JsonFiles {
  /**
   * A mapper that accepts the JSON that JMH writes: strings may contain line breaks and unescaped
   * backslashes, and old versions write a bare NaN.
   */
  public static final JsonMapper MAPPER =
      JsonMapper.builder()
          .disable(MapperFeature.AUTO_DETECT_IS_GETTERS) // as in Json
          .enable(JsonReadFeature.ALLOW_UNESCAPED_CONTROL_CHARS)
          .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
          .enable(JsonReadFeature.ALLOW_BACKSLASH_ESCAPING_ANY_CHARACTER)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .addHandler(new JmhInfinity())
          .build();

  private static final JsonSetter.Value ABSENT_IS_EMPTY =
      JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY);

  /** A mapper for the resources of this project. Rejects unknown properties. */
  public static final JsonMapper RESOURCE_MAPPER =
      MAPPER
          .rebuild()
          .enable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
          .withConfigOverride(List.class, lists -> lists.setSetterInfo(ABSENT_IS_EMPTY))
          .withConfigOverride(Map.class, maps -> maps.setSetterInfo(ABSENT_IS_EMPTY))
          .build();

  private static final String JSON_HINT = "JMH writes JSON with -rf json -rff FILE";

  /** Matches an opening bracket after white space, a byte order mark or UTF-16 zero bytes. */
  private static final Pattern JSON_START =
      Pattern.compile("[\\s\\x00\\xBB\\xBF\\xEF\\xFE\\xFF]*[\\[{]");

  /** The most common encoding besides Unicode. */
  private static final Charset WINDOWS_ENCODING = Charset.forName("windows-1252");

  /** Matches a character that has several bytes in UTF-8. */
  private static final Pattern UTF_8_SEQUENCE =
      Pattern.compile(
          "[\\xC2-\\xDF][\\x80-\\xBF]|[\\xE0-\\xEF][\\x80-\\xBF]{2}"
              + "|[\\xF0-\\xF4][\\x80-\\xBF]{3}");

  /** Parses "+INF", JMH's text for infinity. Jackson itself parses the other special numbers. */
  private static final class JmhInfinity extends DeserializationProblemHandler {
    @Override
    public Object handleWeirdStringValue(
        DeserializationContext context, Class<?> type, String text, String message) {
      boolean isInfinity = type.equals(double.class) && text.equals("+INF");
      return isInfinity ? Double.POSITIVE_INFINITY : NOT_HANDLED;
    }
  }

  private JsonFiles() {}

  /**
   * Reads a JSON file that JMH has written. Old versions of JMH use the encoding of their machine.
   */
  public static JsonNode read(Path file) {
    return read(file, true);
  }

  private static JsonNode read(Path file, boolean isFromJmh) {
    byte[] text;
    try {
      text = Files.readAllBytes(file);
    } catch (IOException e) {
      throw new SettingException(
          "FILE", "be one that can be read (" + e.getClass().getSimpleName() + ")", file);
    }
    try {
      JsonNode root =
          isFromJmh && !isUnicode(text)
              ? MAPPER.readTree(new String(text, WINDOWS_ENCODING))
              : MAPPER.readTree(text);
      if (root.isMissingNode()) {
        throw unreadableException(file, "it is empty");
      }
      return root;
    } catch (JsonProcessingException e) {
      String bytes = new String(text, StandardCharsets.ISO_8859_1);
      boolean isJson = JSON_START.matcher(bytes).lookingAt();
      throw unreadableException(file, isJson ? explain(e) : "it is not JSON: " + JSON_HINT);
    } catch (IOException e) {
      throw unreadableException(file, "it is not JSON: " + JSON_HINT); // invalid encoding
    }
  }

  /** Returns whether a text is UTF-8, even if damaged, or UTF-16, which contains zero bytes. */
  private static boolean isUnicode(byte[] text) {
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
      return true;
    } catch (CharacterCodingException e) {
      String bytes = new String(text, StandardCharsets.ISO_8859_1);
      return bytes.indexOf('\0') >= 0 || UTF_8_SEQUENCE.matcher(bytes).find();
    }
  }

  /** Reads a JSON resource next to the class {@code owner}. Missing lists and maps become empty. */
  public static <T> T readResource(Class<?> owner, String name, TypeReference<T> type) {
    try (InputStream in = owner.getResourceAsStream(name)) {
      return RESOURCE_MAPPER.readValue(in, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads a JSON file into {@code type}; rejects a file without the property {@code key}. */
  public static <T> T read(Path file, Class<T> type, String key, String description) {
    JsonNode root = read(file, false);
    if (!root.hasNonNull(key)) {
      throw unreadableException(file, description, "it has no " + key);
    }
    try {
      return MAPPER.treeToValue(root, type);
    } catch (JsonProcessingException e) {
      throw unreadableException(file, description, explain(e));
    }
  }

  /** Writes a value as JSON. If that fails, an existing file stays unchanged. */
  public static void write(Object value, Path file) throws IOException {
    AtomicFile.write(file, MAPPER.writeValueAsString(value) + "\n");
  }

  public static SettingException unreadableException(Path file, String reason) {
    return unreadableException(file, "a whole JSON file of JMH", reason);
  }

  public static SettingException unreadableException(Path file, String description, String reason) {
    return new SettingException("FILE", "be " + description + " (" + reason + ")", file);
  }

  private static String explain(JsonProcessingException e) {
    String message = String.valueOf(e.getOriginalMessage()).replaceAll("\\s+", " ");
    int maxLength = 120;
    String brief = message.length() > maxLength ? message.substring(0, maxLength) + "…" : message;
    if (message.startsWith("Unexpected end-of-input")) {
      brief = "the file ends too early";
    } else if (message.startsWith("Trailing token")) {
      brief = "more follows after the end; if files were joined, compare a folder of them instead";
    }
    int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
    return line < 1 ? brief : "line " + line + ": " + brief;
  }

  /** Removes line breaks, and replaces control characters that a terminal would interpret. */
  public static String toPlainLine(String text) {
    return SingleLine.toPrintable(text.replaceAll("\\s*\\R\\s*", ""));
  }
}
