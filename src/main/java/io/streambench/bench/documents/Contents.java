package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The expected contents of a collection, and thus the tuples that every read must return.
 *
 * @param fields fields that a read requests
 * @param sort sort order that a read requests
 * @param isSortedById whether tuples must arrive in ascending order of identifiers, without
 *     duplicates
 * @param requiredFields fields that every document has; a tuple may lack any other field
 */
public record Contents(
    long documentCount,
    List<String> fields,
    String sort,
    boolean isSortedById,
    Set<String> requiredFields) {
  private static final String SORT_BY_ID = "id asc";

  /**
   * Returns the contents if every document has all fields. By default, a read requests all fields
   * of the synthetic documents.
   */
  public static Contents of(CollectionSettings collection, DocumentSettings documents) {
    boolean isSynthetic = collection.fields().isEmpty();
    List<String> fields =
        isSynthetic ? syntheticFields(documents.numTextFields()) : collection.fields();
    String sort =
        collection.sort().orElse(isSynthetic ? SORT_BY_ID + ",int1_i_dv asc" : SORT_BY_ID);
    return new Contents(
        documents.docCount(),
        fields,
        sort,
        sort.equals(SORT_BY_ID) || sort.startsWith(SORT_BY_ID + ","),
        Set.copyOf(fields));
  }

  private static List<String> syntheticFields(int textFields) {
    return Stream.concat(
            Stream.of("id", "int1_i_dv"),
            IntStream.rangeClosed(1, textFields).mapToObj(SyntheticDocuments::textField))
        .toList();
  }
}
