package io.streambench.evidence;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BinaryOperator;
import jdk.jfr.AnnotationElement;
import jdk.jfr.EventType;
import jdk.jfr.ValueDescriptor;
import jdk.jfr.consumer.RecordedEvent;
import org.openjdk.jmc.flightrecorder.writer.api.AnnotatedElementBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Annotation;
import org.openjdk.jmc.flightrecorder.writer.api.Recording;
import org.openjdk.jmc.flightrecorder.writer.api.Type;
import org.openjdk.jmc.flightrecorder.writer.api.TypedFieldBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.TypedValueBuilder;
import org.openjdk.jmc.flightrecorder.writer.api.Types;

/**
 * Copies events into another recording, whatever their fields are, together with the labels by
 * which tools show them.
 */
final class EventCopier {
  private static final String START = "startTime";
  private static final String DURATION = "duration";
  private static final Map<String, Types.Builtin> TYPES =
      Map.of(
          "boolean", Types.Builtin.BOOLEAN,
          "byte", Types.Builtin.BYTE,
          "short", Types.Builtin.SHORT,
          "char", Types.Builtin.CHAR,
          "int", Types.Builtin.INT,
          "long", Types.Builtin.LONG,
          "float", Types.Builtin.FLOAT,
          "double", Types.Builtin.DOUBLE,
          "java.lang.String", Types.Builtin.STRING);

  /** The fields whose values are known to name nobody: a session's hash, and a role. */
  private static final Set<String> HARMLESS = Set.of("session", "role");

  private final Recording target;
  private final BinaryOperator<String> redaction;
  private final Map<String, Copy> copies = new HashMap<>();
  private final Map<String, String> redacted = new HashMap<>();

  /** An event type of the target, and the fields that it has in common with the source. */
  private record Copy(Type type, List<ValueDescriptor> fields) {}

  EventCopier(Recording target, BinaryOperator<String> redaction) {
    this.target = target;
    this.redaction = redaction;
  }

  /** Copies one event whose start, which has no other unit in the target, is given. */
  void copy(RecordedEvent event, long startNanos) {
    EventType source = event.getEventType();
    Copy copy = copies.get(source.getName());
    if (copy == null) {
      copy = register(source);
      copies.put(source.getName(), copy);
    }
    List<ValueDescriptor> fields = copy.fields;
    target.writeEvent(
        copy.type.asValue(
            value -> {
              value.putField(START, startNanos);
              for (ValueDescriptor field : fields) {
                put(value, field, event);
              }
            }));
  }

  private void put(TypedValueBuilder value, ValueDescriptor field, RecordedEvent event) {
    String name = field.getName();
    switch (field.getTypeName()) {
      case "boolean" -> value.putField(name, event.getBoolean(name));
      case "byte" -> value.putField(name, event.getByte(name));
      case "short" -> value.putField(name, event.getShort(name));
      case "char" -> value.putField(name, event.getChar(name));
      case "int" -> value.putField(name, event.getInt(name));
      case "long" ->
          value.putField(
              name, name.equals(DURATION) ? event.getDuration().toNanos() : event.getLong(name));
      case "float" -> value.putField(name, event.getFloat(name));
      case "double" -> value.putField(name, event.getDouble(name));
      default -> value.putField(name, text(name, event.getString(name)));
    }
  }

  private String text(String field, String value) {
    return value == null || HARMLESS.contains(field)
        ? value
        : redacted.computeIfAbsent(value, key -> redaction.apply(field, value));
  }

  /** The JDK's reader takes the first field for the start, and the second for the duration. */
  private Copy register(EventType source) {
    List<ValueDescriptor> fields = new ArrayList<>();
    source.getFields().stream()
        .filter(field -> field.getName().equals(DURATION))
        .forEach(fields::add);
    source.getFields().stream()
        .filter(field -> !field.getName().equals(START) && !field.getName().equals(DURATION))
        .filter(field -> TYPES.containsKey(field.getTypeName()) && !field.isArray())
        .forEach(fields::add);
    Type type =
        target.registerType(
            source.getName(),
            "jdk.jfr.Event",
            builder -> {
              builder.addField(
                  START, Types.Builtin.LONG, field -> annotate(field, source.getField(START)));
              for (ValueDescriptor field : fields) {
                builder.addField(
                    field.getName(),
                    TYPES.get(field.getTypeName()),
                    copied -> annotate(copied, field));
              }
              source.getAnnotationElements().forEach(element -> annotate(builder, element));
            });
    return new Copy(type, fields);
  }

  private void annotate(TypedFieldBuilder copied, ValueDescriptor field) {
    field.getAnnotationElements().forEach(element -> annotate(copied, element));
  }

  private void annotate(AnnotatedElementBuilder<?> copied, AnnotationElement element) {
    boolean known =
        element.getValueDescriptors().stream()
            .allMatch(value -> value.getTypeName().equals("java.lang.String"));
    if (known) {
      copied.addAnnotation(annotationType(element), values -> putAll(values, element));
    }
  }

  private static void putAll(TypedValueBuilder values, AnnotationElement element) {
    for (ValueDescriptor value : element.getValueDescriptors()) {
      Object content = element.getValue(value.getName());
      if (content instanceof String[] several) {
        values.putField(value.getName(), several);
      } else {
        values.putField(value.getName(), (String) content);
      }
    }
  }

  private Type annotationType(AnnotationElement element) {
    return target.registerType(
        element.getTypeName(),
        Annotation.ANNOTATION_SUPER_TYPE_NAME,
        builder -> {
          for (ValueDescriptor value : element.getValueDescriptors()) {
            builder.addField(
                value.getName(),
                Types.Builtin.STRING,
                field -> {
                  if (value.isArray()) {
                    field.asArray();
                  }
                });
          }
          // that a number is an amount of bytes is shown by tools only if its annotation says so
          element.getAnnotationElements().stream()
              .filter(meta -> meta.getTypeName().equals("jdk.jfr.ContentType"))
              .forEach(meta -> builder.addAnnotation(Types.JDK.ANNOTATION_CONTENT_TYPE));
        });
  }
}
