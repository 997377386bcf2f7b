package io.streambench.base.files;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * The shared JSON mapper and writers. Jackson loads slowly, so constants of other classes must not
 * refer to this class.
 */
public final class Json {
  /** A mapper that maps records by their components, and ignores their {@code isX()} methods. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

  /** A writer that writes one property per line, without sorting the properties. */
  public static final ObjectWriter INDENTED_WRITER =
      MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT);

  /** A writer that sorts the keys of maps, so that equal maps become identical text. */
  public static final ObjectWriter SORTED_WRITER =
      MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  public static final ObjectWriter ASCII_WRITER =
      MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private Json() {}
}
