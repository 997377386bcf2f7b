package io.streambench.flow.events;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Failures of several shards of one collection with the same kind of message at the same time. A
 * stalled connection can cause such failures.
 *
 * @param collection name of the collection; empty if the log does not show it
 * @param largestNumber the largest number in the messages; 0 if the messages have no numbers
 */
public record SimultaneousFailures(
    String collection,
    NavigableSet<String> shards,
    long largestNumber,
    long firstNanos,
    long lastNanos) {
  static final int MAX_SHARDS = 256;

  private static final int MAX_GROUPS = 64;
  private static final long MAX_GAP_NANOS = 2_000_000_000L;

  private static final Comparator<String> BY_SHARD_NUMBER =
      Comparator.comparingInt(String::length).thenComparing(Comparator.naturalOrder());

  /** Orders by significance: more shards first, then the newest. */
  public static final Comparator<SimultaneousFailures> STRONGEST_FIRST =
      Comparator.<SimultaneousFailures>comparingInt(failure -> -failure.shards.size())
          .thenComparingLong(failure -> -failure.lastNanos);

  static SimultaneousFailures of(LoggedShard shard, long number, long timeNanos) {
    NavigableSet<String> shards = new TreeSet<>(BY_SHARD_NUMBER);
    shards.add(shard.shard());
    return new SimultaneousFailures(shard.collection(), shards, number, timeNanos, timeNanos);
  }

  /** Merges failures by time. Drops the groups with the fewest shards if there are too many. */
  static List<SimultaneousFailures> merge(
      List<SimultaneousFailures> first, List<SimultaneousFailures> second) {
    List<SimultaneousFailures> all = new ArrayList<>(first);
    for (SimultaneousFailures failure : second) {
      int group = 0;
      while (group < all.size() && !failure.isSameGroupAs(all.get(group))) {
        group++;
      }
      if (group < all.size()) {
        all.set(group, all.get(group).plus(failure));
      } else {
        all.add(failure);
      }
    }
    if (all.size() > MAX_GROUPS) {
      all.sort(STRONGEST_FIRST);
      all.subList(MAX_GROUPS, all.size()).clear();
    }
    all.sort(Comparator.comparingLong(SimultaneousFailures::firstNanos));
    return List.copyOf(all);
  }

  private boolean isSameGroupAs(SimultaneousFailures other) {
    return collection.equals(other.collection) && isSimultaneousWith(other);
  }

  /** Returns whether the other failures, of any collection, occurred at the same time. */
  public boolean isSimultaneousWith(SimultaneousFailures other) {
    long first = Math.min(firstNanos, other.firstNanos);
    return Math.max(lastNanos, other.lastNanos) - first <= MAX_GAP_NANOS;
  }

  private SimultaneousFailures plus(SimultaneousFailures other) {
    NavigableSet<String> both = shards;
    if (!both.containsAll(other.shards)) {
      both = new TreeSet<>(shards);
      both.addAll(other.shards);
      while (both.size() > MAX_SHARDS) {
        both.pollLast();
      }
    }
    return new SimultaneousFailures(
        collection,
        both,
        Math.max(largestNumber, other.largestNumber),
        Math.min(firstNanos, other.firstNanos),
        Math.max(lastNanos, other.lastNanos));
  }
}
