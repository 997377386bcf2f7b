package io.streambench.flow.events;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Shards of a collection whose responses failed in the same way at the same time, as on a stalled
 * connection.
 *
 * @param collection empty if the log does not name it
 * @param amount the largest number in their messages; 0 if they have none
 */
public record FailedTogether(
    String collection, NavigableSet<String> shards, long amount, long firstNanos, long lastNanos) {
  static final int MAX_SHARDS = 256;

  private static final int MAX_KEPT = 64;
  private static final long AT_ONCE_NANOS = 2_000_000_000L;

  private static final Comparator<String> BY_NUMBER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** The order of strength: more shards first, then the newest. */
  public static final Comparator<FailedTogether> STRONGEST_FIRST =
      Comparator.<FailedTogether>comparingInt(one -> -one.shards.size())
          .thenComparingLong(one -> -one.lastNanos);

  static FailedTogether of(LoggedPlace place, long amount, long nanos) {
    NavigableSet<String> shards = new TreeSet<>(BY_NUMBER);
    shards.add(place.shard());
    return new FailedTogether(place.collection(), shards, amount, nanos, nanos);
  }

  /** Merges both lists by time. If there are too many, drops those with the fewest shards. */
  static List<FailedTogether> merged(List<FailedTogether> some, List<FailedTogether> more) {
    List<FailedTogether> all = new ArrayList<>(some);
    for (FailedTogether one : more) {
      int same = 0;
      while (same < all.size() && !one.atOnceWith(all.get(same))) {
        same++;
      }
      if (same < all.size()) {
        all.set(same, all.get(same).plus(one));
      } else {
        all.add(one);
      }
    }
    if (all.size() > MAX_KEPT) {
      all.sort(STRONGEST_FIRST);
      all.subList(MAX_KEPT, all.size()).clear();
    }
    all.sort(Comparator.comparingLong(FailedTogether::firstNanos));
    return List.copyOf(all);
  }

  private boolean atOnceWith(FailedTogether other) {
    return collection.equals(other.collection) && near(other);
  }

  /** Returns whether other shards, of any collection, failed at the same time. */
  public boolean near(FailedTogether other) {
    long first = Math.min(firstNanos, other.firstNanos);
    return Math.max(lastNanos, other.lastNanos) - first <= AT_ONCE_NANOS;
  }

  private FailedTogether plus(FailedTogether other) {
    NavigableSet<String> both = shards;
    if (!both.containsAll(other.shards)) {
      both = new TreeSet<>(shards);
      both.addAll(other.shards);
      while (both.size() > MAX_SHARDS) {
        both.pollLast();
      }
    }
    return new FailedTogether(
        collection,
        both,
        Math.max(amount, other.amount),
        Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos));
  }
}
