package io.streambench.documents;

import io.streambench.config.Text;
import java.util.List;

/** Documents that could not be indexed: the first failure is the cause, the others suppressed. */
public final class IndexingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /** Solr may name the document, which can be of any size. */
  private static final int MOST_CHARACTERS = 400;

  IndexingException(String collection, List<Exception> failures) {
    super(
        Text.of(
            "indexing into %s failed %d time(s), first: %s",
            collection, failures.size(), brief(failures.get(0).toString())),
        failures.get(0));
    failures.stream().skip(1).forEach(this::addSuppressed);
  }

  private static String brief(String text) {
    return text.length() <= MOST_CHARACTERS ? text : text.substring(0, MOST_CHARACTERS) + "…";
  }
}
