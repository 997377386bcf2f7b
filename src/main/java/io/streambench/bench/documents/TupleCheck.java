package io.streambench.bench.documents;

import io.streambench.base.TextFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks one reading tuple by tuple: every document once, in the order of their identifiers if it
 * was sorted by them. It holds one of them at a time.
 */
public final class TupleCheck {
  private static final String ID = "id";

  private final Contents contents;
  private final boolean allFieldsInAll;
  private long tuples;
  private String lastId = "";

  TupleCheck(Contents contents) {
    this.contents = contents;
    this.allFieldsInAll = contents.fieldsInAll().containsAll(contents.query().fields());
  }

  /** Takes the fields of the next tuple; throws if it is out of order, repeated, or lacks one. */
  public void checkTuple(Map<String, Object> fields) {
    tuples++;
    if (contents.byId()) {
      requireOrder(Objects.toString(fields.get(ID), null));
    }
    Set<String> everywhere = contents.fieldsInAll();
    // What was not asked for is not answered: where all are there, counting them is enough.
    if (allFieldsInAll
        ? fields.size() != everywhere.size()
        : !fields.keySet().containsAll(everywhere)) {
      throw new WrongAnswerException(
          TextFormat.of(
              "tuple %d (id %s): expected the fields %s, got %s",
              tuples, fields.get(ID), everywhere, fields.keySet()));
    }
  }

  private void requireOrder(String id) {
    if (id == null || id.compareTo(lastId) <= 0) {
      throw new WrongAnswerException(
          TextFormat.of("tuple %d: expected an id after '%s', got '%s'", tuples, lastId, id));
    }
    lastId = id;
  }

  /** Ends the reading; returns the number of tuples, if it is that of the documents. */
  public long finish() {
    if (tuples != contents.documents()) {
      throw new WrongAnswerException(
          TextFormat.of("expected %d tuples, got %d", contents.documents(), tuples));
    }
    return tuples;
  }
}
