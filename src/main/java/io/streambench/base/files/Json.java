package io.streambench.base.files;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

/**
 * Reads and writes JSON. Loading Jackson takes as long as reading 50 MB of logs, so constants of
 * other classes must not refer to this class.
 */
public final class Json {
  /** Maps only the components of records, not their other methods. */
  public static final ObjectMapper MAPPER =
      JsonMapper.builder().disable(MapperFeature.AUTO_DETECT_IS_GETTERS).build();

  /** Writes one key per line, without sorting the keys. */
  public static final ObjectWriter INDENTED =
      MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT);

  /** Writes equal maps as identical text. */
  public static final ObjectWriter SORTED =
      MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  public static final ObjectWriter ASCII = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private Json() {}
}
