package io.streambench.eventlog;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * A request of {@code /stream} in a node's log. Solr logs it when it begins, before the first tuple
 * is read.
 *
 * @param timeNanos when it was logged, since the epoch
 * @param collection the collection that received it; empty if the log does not name it
 * @param expression the expression, cut
 */
public record StreamRequest(long timeNanos, String collection, String expression) {
  private static final int MAX_KEPT = 16;

  /** Returns whether it was sent to a collection, or names it. */
  public boolean concerns(String other) {
    return !other.isEmpty() && (collection.equals(other) || expression.contains(other));
  }

  /** The newest of both. */
  static List<StreamRequest> newest(List<StreamRequest> some, List<StreamRequest> more) {
    return Stream.concat(some.stream(), more.stream())
        .sorted(Comparator.comparingLong(StreamRequest::timeNanos).reversed())
        .limit(MAX_KEPT)
        .toList();
  }
}
