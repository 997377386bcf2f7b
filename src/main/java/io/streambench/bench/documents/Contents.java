package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.Set;

/**
 * The expected contents of a collection, and thus the tuples that every read must return.
 *
 * @param byId whether tuples must arrive in ascending order of identifiers, without duplicates
 * @param fieldsInAll fields that every document has; a tuple may lack any other field
 */
public record Contents(long documents, StreamQuery query, boolean byId, Set<String> fieldsInAll) {
  public static Contents of(CollectionSettings collection, DocumentSettings documents) {
    StreamQuery query = StreamQuery.of(collection, documents);
    return new Contents(documents.docCount(), query, query.byId(), Set.copyOf(query.fields()));
  }
}
