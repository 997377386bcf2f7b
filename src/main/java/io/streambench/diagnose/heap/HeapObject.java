package io.streambench.diagnose.heap;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.netbeans.lib.profiler.heap.FieldValue;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;
import org.netbeans.lib.profiler.heap.ObjectArrayInstance;
import org.netbeans.lib.profiler.heap.ObjectFieldValue;
import org.netbeans.lib.profiler.heap.PrimitiveArrayInstance;
import org.netbeans.lib.profiler.heap.Value;

/** An object in a heap dump. Fields are looked up by name, subclass fields first. */
final class HeapObject {
  private static final int MAX_TEXT_BYTES = 1 << 16;

  /** Thrown if a class of Jetty, Solr or the JDK lacks a field that all supported versions have. */
  static final class UnknownFieldException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UnknownFieldException(String className, String field) {
      super(className + " has no field " + field);
    }
  }

  private final Instance instance;

  private HeapObject(Instance instance) {
    this.instance = instance;
  }

  static HeapObject of(Instance instance) {
    return instance == null ? null : new HeapObject(instance);
  }

  long id() {
    return instance.getInstanceId();
  }

  String className() {
    return instance.getJavaClass().getName();
  }

  boolean isInstanceOf(String name) {
    return isInstanceOf(instance.getJavaClass(), name);
  }

  static boolean isInstanceOf(JavaClass type, String name) {
    for (JavaClass ancestor = type; ancestor != null; ancestor = ancestor.getSuperClass()) {
      if (ancestor.getName().equals(name)) {
        return true;
      }
    }
    return false;
  }

  boolean has(String field) {
    return find(field).isPresent();
  }

  /** Follows a path of fields; returns null if a field is null or missing. */
  HeapObject follow(String... fields) {
    HeapObject current = this;
    for (int i = 0; current != null && i < fields.length; i++) {
      FieldValue value = current.find(fields[i]).orElse(null);
      current = value instanceof ObjectFieldValue object ? of(object.getInstance()) : null;
    }
    return current;
  }

  /** Returns a primitive field as a number; throws {@link UnknownFieldException} if missing. */
  long number(String field) {
    String text =
        find(field)
            .filter(value -> !(value instanceof ObjectFieldValue))
            .map(FieldValue::getValue)
            .orElseThrow(() -> new UnknownFieldException(className(), field));
    return switch (text) {
      case "true" -> 1;
      case "false" -> 0;
      default -> text.indexOf('.') >= 0 ? (long) Double.parseDouble(text) : Long.parseLong(text);
    };
  }

  long number(String field, long defaultValue) {
    return has(field) ? number(field) : defaultValue;
  }

  boolean flag(String field) {
    return number(field) != 0;
  }

  /** Returns the value of an atomic number; throws {@link UnknownFieldException} if missing. */
  long atomicNumber(String field) {
    HeapObject atomic = follow(field);
    if (atomic == null) {
      throw new UnknownFieldException(className(), field);
    }
    return atomic.number("value");
  }

  Optional<String> text(String field) {
    return Optional.ofNullable(follow(field)).flatMap(HeapObject::text);
  }

  /** Returns the text of this String, truncated if very long; empty for other objects. */
  Optional<String> text() {
    HeapObject value = follow("value");
    if (value == null || !className().equals("java.lang.String")) {
      return Optional.empty();
    }
    boolean isLatin1 = number("coder", 0) == 0;
    return Optional.of(
        new String(
            value.bytes(), isLatin1 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_16LE));
  }

  /** Returns the contents of this byte array, truncated if very long; empty for other objects. */
  byte[] bytes() {
    if (!(instance instanceof PrimitiveArrayInstance array)) {
      return new byte[0];
    }
    List<?> values = array.getValues();
    byte[] bytes = new byte[Math.min(MAX_TEXT_BYTES, values.size())];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) Integer.parseInt((String) values.get(i));
    }
    return bytes;
  }

  /** Returns the elements of this array, including nulls; empty for other objects. */
  List<HeapObject> elements() {
    List<HeapObject> elements = new ArrayList<>();
    if (instance instanceof ObjectArrayInstance array) {
      for (Object element : array.getValues()) {
        elements.add(of((Instance) element));
      }
    }
    return elements;
  }

  /** Returns all objects that refer to this one. The first call reads the whole dump again. */
  List<HeapObject> referrers() {
    List<HeapObject> referrers = new ArrayList<>();
    for (Object reference : instance.getReferences()) {
      Instance referrer = ((Value) reference).getDefiningInstance();
      if (referrer != null) {
        referrers.add(of(referrer));
      }
    }
    return referrers;
  }

  /**
   * Returns whether this object or an object in one of its fields is contained in {@code objects}.
   */
  boolean refersToOneOf(Set<HeapObject> objects) {
    for (Object value : instance.getFieldValues()) {
      if (value instanceof ObjectFieldValue object && objects.contains(of(object.getInstance()))) {
        return true;
      }
    }
    return objects.contains(this);
  }

  private Optional<FieldValue> find(String name) {
    for (Object field : instance.getFieldValues()) {
      FieldValue value = (FieldValue) field;
      if (value.getField().getName().equals(name)) {
        return Optional.of(value);
      }
    }
    return Optional.empty();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof HeapObject object && object.id() == id();
  }

  @Override
  public int hashCode() {
    return Long.hashCode(id());
  }

  @Override
  public String toString() {
    return className() + "@" + Long.toHexString(id());
  }
}
