package io.streambench.study.load;

import io.streambench.config.Text;
import io.streambench.results.LoadFile;
import io.streambench.study.Parameters;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;

/**
 * The slowest requests of a cell as evidence for its P99, all forks together.
 *
 * @param requests that succeeded
 * @param p99Millis what one in a hundred took at least
 * @param countedSeconds the part of a load in which requests count, of the shortest fork
 * @param timed whether a load ends at a time, and not with its last request
 */
record Tail(String label, long requests, double p99Millis, double countedSeconds, boolean timed) {
  /**
   * The requests above P99 that suffice. The 95 % interval of P99 is then about a fifth of a
   * percentile each way.
   */
  static final int ENOUGH = 100;

  /** The longest time that a load leaves out at its beginning, see {@code docs/studies.md}. */
  private static final double MOST_LEAD_SECONDS = 2;

  /** The share of the requests as slow as P99 that may be lost before P99 is flagged. */
  private static final double LOST = 0.1;

  /** The tail of a cell that completed. */
  static Optional<Tail> of(Load load) {
    if (load.figures().isEmpty()) {
      return Optional.empty();
    }
    Histogram all = load.latencies();
    return Optional.of(
        new Tail(
            load.label(),
            all.getTotalCount(),
            LoadFile.latencies(all).p99(),
            load.cell().loads().stream().mapToDouble(LoadFile::seconds).min().orElse(0),
            !load.cell().cell().parameters().containsKey(Parameters.REQUESTS)));
  }

  /** Requests that took longer than P99. */
  long above() {
    return requests / 100;
  }

  /**
   * Returns whether requests as slow as P99 are undercounted: a request that begins with the load
   * and takes longer than what is left out at its beginning cannot end in the first part of what
   * counts.
   */
  boolean censored() {
    double lead = Math.min(MOST_LEAD_SECONDS, countedSeconds / 3);
    return timed && p99Millis / 1000 - lead > LOST * countedSeconds;
  }

  /** A line for all cells with too few, and one for each that is censored. */
  static List<String> notes(List<Load> loads) {
    List<String> notes = new ArrayList<>();
    List<Tail> tails = loads.stream().flatMap(load -> of(load).stream()).toList();
    List<Tail> few =
        tails.stream()
            .filter(tail -> tail.above() < ENOUGH)
            .sorted(Comparator.comparingLong(Tail::requests))
            .toList();
    if (!few.isEmpty()) {
      notes.add(
          Text.of(
              "Fewer than %d requests are above P99 in %d of %d cells (fewest: %s with %d). Use"
                  + " more forks.",
              ENOUGH, few.size(), tails.size(), few.get(0).label, few.get(0).above()));
    }
    tails.stream()
        .filter(Tail::censored)
        .forEach(
            tail ->
                notes.add(
                    Text.of(
                        "Flagged, %s: P99 is %,.0f ms, in loads of which %.0f s count. Requests as"
                            + " slow as that are undercounted: it is a lower bound.",
                        tail.label, tail.p99Millis, tail.countedSeconds)));
    return notes;
  }
}
