package io.streambench.base.files;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.io.InputStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Reads selected strings of a JSON object with little memory, regardless of the size of the object.
 */
public final class TopLevelJson {
  private static final JsonFactory JSON = new JsonFactory();

  private TopLevelJson() {}

  /** Returns the string values of these top-level keys. Missing keys are left out. */
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
