package io.streambench.documents;

import io.streambench.config.Text;
import java.util.List;

/** Documents that could not be indexed: the first failure is the cause, the others suppressed. */
public final class IndexingException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  IndexingException(String collection, List<Exception> failures) {
    super(
        Text.of(
            "indexing into %s failed %d time(s), first: %s",
            collection, failures.size(), failures.get(0)),
        failures.get(0));
    failures.stream().skip(1).forEach(this::addSuppressed);
  }
}
