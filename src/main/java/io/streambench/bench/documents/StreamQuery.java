package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.ArrayList;
import java.util.List;

/** The query for a collection: all documents, with these fields, in this order. */
public record StreamQuery(List<String> fields, String sort) {
  private static final String BY_ID = "id asc";

  /** The query for synthetic documents, unless the settings name other fields or another order. */
  public static StreamQuery of(CollectionSettings collection, DocumentSettings documents) {
    boolean synthetic = collection.fields().isEmpty();
    return new StreamQuery(
        synthetic ? fields(documents.numTextFields()) : collection.fields(),
        collection.sort().orElse(synthetic ? BY_ID + ",int1_i_dv asc" : BY_ID));
  }

  private static List<String> fields(int textFields) {
    List<String> fields = new ArrayList<>(List.of("id", "int1_i_dv"));
    for (int number = 1; number <= textFields; number++) {
      fields.add(SyntheticDocuments.textField(number));
    }
    return fields;
  }

  public boolean byId() {
    return sort.equals(BY_ID) || sort.startsWith(BY_ID + ",");
  }
}
