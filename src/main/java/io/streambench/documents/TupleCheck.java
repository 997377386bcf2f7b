package io.streambench.documents;

import io.streambench.config.Text;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks one reading tuple by tuple: every document once, in the order of their identifiers if it
 * was sorted by them. It holds one of them at a time.
 */
public final class TupleCheck {
  private static final String ID = "id";

  private final long expectedTuples;
  private final boolean byId;
  private final Set<String> everywhere;
  private final boolean allEverywhere;
  private long tuples;
  private String lastId = "";

  TupleCheck(Contents contents) {
    this.expectedTuples = contents.documents();
    this.byId = contents.byId();
    this.everywhere = contents.everywhere();
    this.allEverywhere = everywhere.containsAll(contents.query().fields());
  }

  /** Takes the fields of the next tuple; throws if it is out of order, repeated, or lacks one. */
  public void next(Map<String, Object> fields) {
    tuples++;
    if (byId) {
      inOrder(Objects.toString(fields.get(ID), null));
    }
    // What was not asked for is not answered: where all are there, counting them is enough.
    if (allEverywhere
        ? fields.size() != everywhere.size()
        : !fields.keySet().containsAll(everywhere)) {
      throw new WrongAnswerException(
          Text.of(
              "tuple %d (id %s): expected the fields %s, got %s",
              tuples, fields.get(ID), everywhere, fields.keySet()));
    }
  }

  private void inOrder(String id) {
    if (id == null || id.compareTo(lastId) <= 0) {
      throw new WrongAnswerException(
          Text.of("tuple %d: expected an id after '%s', got '%s'", tuples, lastId, id));
    }
    lastId = id;
  }

  /** Ends the reading; returns the number of tuples, if it is that of the documents. */
  public long end() {
    if (tuples != expectedTuples) {
      throw new WrongAnswerException(Text.of("expected %d tuples, got %d", expectedTuples, tuples));
    }
    return tuples;
  }
}
