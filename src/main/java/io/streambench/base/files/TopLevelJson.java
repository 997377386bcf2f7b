package io.streambench.base.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/** Reads a few texts of a JSON object in little memory, however large the rest of it is. */
public final class TopLevelJson {
  private static final JsonFactory JSON = new JsonFactory();

  private TopLevelJson() {}

  /** Returns the texts that the object itself has under these keys, as far as they are there. */
  public static Map<String, String> texts(InputStream in, Set<String> keys) throws IOException {
    Map<String, String> texts = new LinkedHashMap<>();
    try (JsonParser parser = JSON.createParser(in)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return texts;
      }
      while (texts.size() < keys.size() && parser.nextToken() == JsonToken.FIELD_NAME) {
        String key = parser.currentName();
        if (parser.nextToken() == JsonToken.VALUE_STRING && keys.contains(key)) {
          texts.put(key, parser.getText());
        } else {
          parser.skipChildren();
        }
      }
    }
    return texts;
  }
}
