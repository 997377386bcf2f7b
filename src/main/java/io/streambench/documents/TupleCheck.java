package io.streambench.documents;

import io.streambench.config.Text;

/**
 * Checks one reading of the whole collection, tuple by tuple: every document once, in the order of
 * their identifiers. Ids are compared, not collected, so it holds one of them at a time.
 */
public final class TupleCheck {
  private final int expectedTuples;
  private final int expectedFields;
  private long tuples;
  private String lastId = "";

  /**
   * @param expectedTuples documents in the collection
   * @param expectedFields fields of each tuple
   */
  public TupleCheck(int expectedTuples, int expectedFields) {
    this.expectedTuples = expectedTuples;
    this.expectedFields = expectedFields;
  }

  /**
   * Takes the next tuple.
   *
   * @throws WrongAnswerException if it is out of order, a repetition, or lacks a field
   */
  public void next(String id, int fields) {
    tuples++;
    if (id == null || id.compareTo(lastId) <= 0) {
      throw new WrongAnswerException(
          Text.of("tuple %d: expected an id after '%s', got '%s'", tuples, lastId, id));
    }
    if (fields != expectedFields) {
      throw new WrongAnswerException(
          Text.of(
              "tuple %d (id %s): expected %d fields, got %d", tuples, id, expectedFields, fields));
    }
    lastId = id;
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
