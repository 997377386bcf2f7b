package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.Set;

/**
 * The expected contents of a collection, and thus the tuples that every read must return.
 *
 * @param isSortedById whether tuples must arrive in ascending order of identifiers, without
 *     duplicates
 * @param requiredFields fields that every document has; a tuple may lack any other field
 */
public record Contents(
    long documentCount, StreamQuery query, boolean isSortedById, Set<String> requiredFields) {
  public static Contents of(CollectionSettings collection, DocumentSettings documents) {
    StreamQuery query = StreamQuery.of(collection, documents);
    return new Contents(
        documents.docCount(), query, query.isSortedById(), Set.copyOf(query.fields()));
  }
}
