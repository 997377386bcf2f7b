package io.streambench.bench.redaction;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.streambench.base.files.Json;
import io.streambench.bench.settings.BenchmarkParameters;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A redactor of JSON documents, which keeps valid values of benchmark parameters. */
public record RedactedJson(Redactor redactor) {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final Pattern PLAIN_NAME = Pattern.compile("[A-Za-z][A-Za-z0-9_.-]{0,100}");

  /** Fields of a run that hold only numbers or fixed words, which need no redaction. */
  private static final Set<String> HARMLESS_RUN_FIELDS =
      KeyKind.parseWords(
          """
          benchmark mode outcome cause role scale begun solr jetty jdk architecture gitCommit gitDirty
          threads stackTrace cpuTime userTime startTime
          """);

  private static final Pattern PROPERTY_ARGUMENT =
      Pattern.compile("(-D([A-Za-z0-9_.-]{1,100})=).*", Pattern.DOTALL);

  public String redact(String json) throws JsonProcessingException {
    return Json.INDENTED_WRITER.writeValueAsString(redact("", Json.MAPPER.readTree(json))) + "\n";
  }

  public JsonNode redact(JsonNode json) {
    return redact("", json);
  }

  private JsonNode redact(String name, JsonNode node) {
    if (node.isObject()) {
      ObjectNode redacted = NODES.objectNode();
      boolean isSecret = KeyKind.isSecret(name);
      node.properties()
          .forEach(
              field ->
                  redacted.set(
                      redactor.redact(field.getKey()),
                      // everything below a secret is secret, regardless of its name
                      redact(isSecret ? name : field.getKey(), field.getValue())));
      return redacted;
    }
    if (node.isArray()) {
      ArrayNode redacted = NODES.arrayNode();
      String option = "";
      for (JsonNode item : node) {
        boolean isSecret = item.isTextual() && Credentials.isSecretValue(option, item.asText());
        redacted.add(isSecret ? TextNode.valueOf(Placeholders.SECRET) : redact(name, item));
        option = item.asText();
      }
      return redacted;
    }
    if (node.isTextual() || node.isNumber()) {
      String text = node.asText();
      String redacted = KeyKind.isSecret(name) ? Placeholders.SECRET : redactValue(name, text);
      return redacted.equals(text) ? node : TextNode.valueOf(redacted);
    }
    return node;
  }

  private static boolean isParameterValue(String name, String text) {
    return BenchmarkParameters.findByName(name)
        .filter(parameter -> !parameter.isPrivate() && parameter.accepts(text))
        .isPresent();
  }

  /** Redacts the value {@code text} of a field. The field's name may indicate a user or host. */
  private String redactValue(String name, String text) {
    if (HARMLESS_RUN_FIELDS.contains(name) || isParameterValue(name, text)) {
      return text; // even if it is also the name of a host or user
    }
    Matcher property = PROPERTY_ARGUMENT.matcher(text);
    if (property.matches() && KeyKind.isSecret(property.group(2))) {
      return property.group(1)
          + Placeholders.SECRET; // the value is the rest of the element, including spaces
    }
    return PLAIN_NAME.matcher(name).matches() && text.indexOf('\n') < 0
        ? redactor.redact(name, text)
        : redactor.redact(text);
  }
}
