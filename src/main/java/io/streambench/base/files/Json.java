package io.streambench.base.files;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SerializationFeature;

/**
 * Reads and writes JSON. Loading Jackson takes as long as reading 50 MB of logs: a constant of
 * another class must not refer to these.
 */
public final class Json {
  public static final ObjectMapper MAPPER = new ObjectMapper();

  /** Writes each key in a line of its own, in the order of the value. */
  public static final ObjectWriter INDENTED =
      MAPPER.writer().with(SerializationFeature.INDENT_OUTPUT);

  /** Writes equal maps as equal texts. */
  public static final ObjectWriter SORTED =
      MAPPER.writer().with(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS);

  public static final ObjectWriter ASCII = MAPPER.writer().with(JsonWriteFeature.ESCAPE_NON_ASCII);

  private Json() {}
}
