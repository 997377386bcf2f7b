package io.streambench.bench.documents;

import io.streambench.bench.settings.CollectionSettings;
import io.streambench.bench.settings.DocumentSettings;
import java.util.Set;

/**
 * The contents of a collection, and thus the tuples that every read must return.
 *
 * @param byId whether tuples must arrive in the order of their identifiers, each once
 * @param fieldsInAll fields that every document has; others may be missing in a tuple
 */
public record Contents(long documents, StreamQuery query, boolean byId, Set<String> fieldsInAll) {
  public static Contents of(CollectionSettings collection, DocumentSettings documents) {
    StreamQuery query = StreamQuery.of(collection, documents);
    return new Contents(documents.docCount(), query, query.byId(), Set.copyOf(query.fields()));
  }
}
