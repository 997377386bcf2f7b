package io.streambench.config;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The collection that is read, and the fields and order of its tuples. Fields and sort can be
 * chosen only for an existing collection. A collection of our own is read completely, sorted by
 * identifier.
 *
 * @param existing name of an existing collection; empty for one of our own
 * @param fields fields of a tuple; empty for all fields of our own documents
 * @param sort fields to sort by, each with {@code asc} or {@code desc}; empty for the default order
 */
public record CollectionSettings(
    Optional<String> existing, List<String> fields, Optional<String> sort) {
  private static final String ID = "id";

  private static final Pattern NAME = Pattern.compile("(?!-)[._A-Za-z0-9-]+");

  private static final Pattern FIELD = Pattern.compile("[^\\s,+*?()\"'\\\\]+");
  private static final Pattern SORT = Pattern.compile("([^\\s,+*?()\"'\\\\]+)\\s+(asc|desc)");

  public CollectionSettings {
    fields = List.copyOf(fields);
    if (existing.isEmpty() && (!fields.isEmpty() || sort.isPresent())) {
      throw new SettingException(
          fields.isEmpty() ? "sort" : "fields",
          "be default unless collection names an existing one",
          fields.isEmpty() ? sort.get() : String.join("+", fields));
    }
    if (!fields.isEmpty()) {
      for (String field : sort.map(CollectionSettings::sortFields).orElse(List.of(ID))) {
        if (!fields.contains(field)) {
          throw new SettingException(
              "sort", "be by some of the fields (" + String.join("+", fields) + ")", field);
        }
      }
    }
  }

  public static CollectionSettings ofOwn() {
    return new CollectionSettings(Optional.empty(), List.of(), Optional.empty());
  }

  static CollectionSettings of(GivenParameters given) {
    return new CollectionSettings(
        given.unless("own", "collection").map(text -> name("collection", "own or ", text)),
        given
            .unless("default", "fields")
            .map(text -> fields("fields", "default or ", text))
            .orElse(List.of()),
        given.unless("default", "sort").map(CollectionSettings::sort));
  }

  /** Checks the name of a collection or alias; {@code otherwise} begins the error's rule. */
  static String name(String setting, String otherwise, String text) {
    String name = text.strip();
    if (!NAME.matcher(name).matches()) {
      throw new SettingException(setting, "be " + otherwise + "the name of a collection", text);
    }
    return name;
  }

  /** Splits and checks field names; {@code otherwise} begins the error's rule. */
  static List<String> fields(String setting, String otherwise, String text) {
    List<String> fields = split(text);
    if (!fields.stream().allMatch(field -> FIELD.matcher(field).matches())) {
      throw new SettingException(
          setting, "be " + otherwise + "names of fields like id+title", text);
    }
    return fields;
  }

  private static String sort(String text) {
    List<String> parts = split(text);
    if (!parts.stream().allMatch(part -> SORT.matcher(part).matches())) {
      throw new SettingException("sort", "be default or like 'price desc+id asc'", text);
    }
    return String.join(",", parts);
  }

  /** Splits at plus signs, too, since JMH splits parameters at commas. */
  private static List<String> split(String text) {
    return Arrays.stream(text.split("[+,]", -1)).map(String::strip).toList();
  }

  /** The fields of a sort, in its order. */
  public static List<String> sortFields(String sort) {
    return Arrays.stream(sort.split(",")).map(part -> part.strip().split("\\s+")[0]).toList();
  }
}
