package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.ArrayList;
import java.util.List;

/** A query for all documents of a collection, with the fields and the sort order of the tuples. */
public record StreamQuery(List<String> fields, String sort) {
  private static final String SORT_BY_ID = "id asc";

  /**
   * Returns the query for a collection. By default, the query requests all fields of the synthetic
   * documents.
   */
  public static StreamQuery of(CollectionSettings collection, DocumentSettings documents) {
    boolean isSynthetic = collection.fields().isEmpty();
    return new StreamQuery(
        isSynthetic ? syntheticFields(documents.numTextFields()) : collection.fields(),
        collection.sort().orElse(isSynthetic ? SORT_BY_ID + ",int1_i_dv asc" : SORT_BY_ID));
  }

  private static List<String> syntheticFields(int textFields) {
    List<String> fields = new ArrayList<>(List.of("id", "int1_i_dv"));
    for (int number = 1; number <= textFields; number++) {
      fields.add(SyntheticDocuments.textField(number));
    }
    return fields;
  }

  public boolean isSortedById() {
    return sort.equals(SORT_BY_ID) || sort.startsWith(SORT_BY_ID + ",");
  }
}
