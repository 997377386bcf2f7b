package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.ValueType;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The collection that is read, and the fields and order of the tuples read. Fields and sort can be
 * chosen only for an existing collection. From a collection that the benchmark creates, all fields
 * are read in the order of the identifiers.
 *
 * @param existingCollection name of an existing collection; empty if the benchmark creates one
 * @param fields fields of a tuple; empty for all fields of the synthetic documents
 * @param sort fields to sort by, each with {@code asc} or {@code desc}; empty for the default order
 */
public record CollectionSettings(
    Optional<String> existingCollection, List<String> fields, Optional<String> sort) {
  private static final String ID_FIELD = "id";

  /** The name of a collection or alias. */
  public static final ValueType<String> NAME_TYPE =
      ValueType.matching("the name of a collection", Pattern.compile("(?!-)[._A-Za-z0-9-]+"));

  private static final String FIELD_PATTERN = "[^\\s,+*?()\"'\\\\]+";

  public static final ValueType<List<String>> FIELDS_TYPE =
      ValueType.listMatching("names of fields like id+title", Pattern.compile(FIELD_PATTERN));

  static final ValueType<String> SORT_TYPE =
      ValueType.listMatching(
              "like 'price desc+id asc'", Pattern.compile(FIELD_PATTERN + "\\s+(asc|desc)"))
          .map(parts -> String.join(",", parts));

  public CollectionSettings {
    if (existingCollection.isEmpty() && (!fields.isEmpty() || sort.isPresent())) {
      throw new SettingException(
          fields.isEmpty() ? "sort" : "fields",
          "be default unless collection names an existing one",
          fields.isEmpty() ? sort.get() : String.join("+", fields));
    }
    if (!fields.isEmpty()) {
      for (String field : sort.map(CollectionSettings::sortFields).orElse(List.of(ID_FIELD))) {
        if (!fields.contains(field)) {
          throw new SettingException(
              "sort", "be by some of the fields (" + String.join("+", fields) + ")", field);
        }
      }
    }
  }

  public static CollectionSettings forCreatedCollection() {
    return new CollectionSettings(Optional.empty(), List.of(), Optional.empty());
  }

  static CollectionSettings of(GivenParameters given) {
    return new CollectionSettings(
        given.get(BenchmarkParameters.COLLECTION),
        given.get(BenchmarkParameters.FIELDS).orElse(List.of()),
        given.get(BenchmarkParameters.SORT));
  }

  /** Returns the fields of a sort such as {@code price desc,id asc}, in order of priority. */
  public static List<String> sortFields(String sort) {
    return Arrays.stream(sort.split(",")).map(part -> part.strip().split("\\s+")[0]).toList();
  }
}
