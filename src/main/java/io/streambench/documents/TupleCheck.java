package io.streambench.documents;

import io.streambench.config.Text;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Checks one reading of the whole collection, tuple by tuple: every document once, in the order of
 * their identifiers if it was sorted by them. Ids are compared, not collected, so it holds one of
 * them at a time.
 */
public final class TupleCheck {
  private static final String ID = "id";

  private final long expectedTuples;
  private final boolean byId;
  private final Set<String> everywhere;
  private final boolean allEverywhere;
  private long tuples;
  private String lastId = "";

  /**
   * @param contents what the collection holds
   */
  TupleCheck(Contents contents) {
    this.expectedTuples = contents.documents();
    this.byId = contents.byId();
    this.everywhere = contents.everywhere();
    this.allEverywhere = everywhere.containsAll(contents.query().fields());
  }

  /**
   * Takes the next tuple.
   *
   * @param fields its fields, by name
   * @throws WrongAnswerException if it is out of order, a repetition, or lacks a field
   */
  public void next(Map<String, Object> fields) {
    tuples++;
    if (byId) {
      inOrder(Objects.toString(fields.get(ID), null));
    }
    // What was not asked for is not answered: where all are there, counting them is enough.
    if (allEverywhere
        ? fields.size() != everywhere.size()
        : !fields.keySet().containsAll(everywhere)) {
      throw new WrongAnswerException(missing(fields));
    }
  }

  private void inOrder(String id) {
    if (id == null || id.compareTo(lastId) <= 0) {
      throw new WrongAnswerException(
          Text.of("tuple %d: expected an id after '%s', got '%s'", tuples, lastId, id));
    }
    lastId = id;
  }

  private String missing(Map<String, Object> fields) {
    return allEverywhere
        ? Text.of(
            "tuple %d (id %s): expected %d fields, got %d",
            tuples, fields.get(ID), everywhere.size(), fields.size())
        : Text.of(
            "tuple %d (id %s): expected the fields %s, got %s",
            tuples, fields.get(ID), everywhere, fields.keySet());
  }

  /**
   * Ends the reading.
   *
   * @return tuples read
   * @throws WrongAnswerException if they are not as many as there are documents
   */
  public long end() {
    if (tuples != expectedTuples) {
      throw new WrongAnswerException(Text.of("expected %d tuples, got %d", expectedTuples, tuples));
    }
    return tuples;
  }
}
