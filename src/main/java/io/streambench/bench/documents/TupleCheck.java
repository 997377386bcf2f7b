package io.streambench.bench.documents;

import io.streambench.base.TextFormat;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** A check of the fields, the number and, if sorted by ID, the order of tuples as they arrive. */
public final class TupleCheck {
  private static final String ID_FIELD = "id";

  /** Thrown if a read does not return the expected tuples; the message describes the difference. */
  static final class WrongAnswerException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongAnswerException(String message) {
      super(message);
    }
  }

  private final Contents contents;
  private final boolean areAllFieldsRequired;
  private long tupleCount;
  private String lastId = "";

  public TupleCheck(Contents contents) {
    this.contents = contents;
    this.areAllFieldsRequired = contents.requiredFields().containsAll(contents.fields());
  }

  /** Checks the next tuple; throws if it is out of order, repeated, or lacks a field. */
  public void checkTuple(Map<String, Object> fields) {
    tupleCount++;
    if (contents.isSortedById()) {
      checkOrder(Objects.toString(fields.get(ID_FIELD), null));
    }
    Set<String> required = contents.requiredFields();
    // Solr returns only requested fields, so their number suffices if all documents have them.
    if (areAllFieldsRequired
        ? fields.size() != required.size()
        : !fields.keySet().containsAll(required)) {
      throw new WrongAnswerException(
          TextFormat.of(
              "tuple %d (id %s): expected the fields %s, got %s",
              tupleCount, fields.get(ID_FIELD), required, fields.keySet()));
    }
  }

  private void checkOrder(String id) {
    if (id == null || id.compareTo(lastId) <= 0) {
      throw new WrongAnswerException(
          TextFormat.of("tuple %d: expected an id after '%s', got '%s'", tupleCount, lastId, id));
    }
    lastId = id;
  }

  /** Returns the number of tuples; throws if it differs from the number of documents. */
  public long finish() {
    if (tupleCount != contents.documentCount()) {
      throw new WrongAnswerException(
          TextFormat.of("expected %d tuples, got %d", contents.documentCount(), tupleCount));
    }
    return tupleCount;
  }
}
