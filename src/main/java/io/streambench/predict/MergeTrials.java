package io.streambench.predict;

import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * The {@link SafeWindowRule} tried on random merges, each played by chance and in the worst order
 * that can be found. The rule knows no scale, so windows are of a few hundred bytes.
 */
public final class MergeTrials {
  private static final int MOST_STREAMS = 12;
  private static final int LEAST_WINDOW = 64;
  private static final int MOST_WINDOW = 320;
  private static final int LEAST_STREAM_WINDOW = 16;
  private static final int OPERATIONS = 4;

  private MergeTrials() {}

  /**
   * The merges of one zone, and those of them that stalled when they were played by chance, on a
   * session that is used for four operations, and in the worst order that was found.
   */
  public record Count(long merges, long stalledAtRandom, long stalledAtWorst) {
    private Count plus(boolean atRandom, boolean atWorst) {
      return new Count(
          merges + 1, stalledAtRandom + (atRandom ? 1 : 0), stalledAtWorst + (atWorst ? 1 : 0));
    }
  }

  /** All counts; apart from the others {@linkplain SafeWindowRule#onTheLine those on the line}. */
  public record Counts(Map<Zone, Count> byZone, Count onTheLine) {}

  /** Plays so many merges; the same seed plays the same ones. */
  public static Counts play(int merges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Zone, Count> byZone = new EnumMap<>(Zone.class);
    for (Zone zone : Zone.values()) {
      byZone.put(zone, new Count(0, 0, 0));
    }
    Count onTheLine = new Count(0, 0, 0);
    for (int i = 0; i < merges; i++) {
      SafeWindowRule rule = merge(random);
      int frame = random.nextInt(2, Math.max(3, (int) rule.sessionWindow() / 4));
      MergeSimulator simulator = new MergeSimulator(rule, frame);
      boolean atRandom = simulator.random(random.split(), OPERATIONS) > 0;
      boolean atWorst = simulator.worst();
      if (rule.onTheLine()) {
        onTheLine = onTheLine.plus(atRandom, atWorst);
      } else {
        byZone.computeIfPresent(rule.zone(), (zone, count) -> count.plus(atRandom, atWorst));
      }
    }
    return new Counts(byZone, onTheLine);
  }

  private static SafeWindowRule merge(SplittableRandom random) {
    int streams = random.nextInt(1, MOST_STREAMS + 1);
    int session = random.nextInt(LEAST_WINDOW, MOST_WINDOW);
    int stream = random.nextInt(LEAST_STREAM_WINDOW, session + 1);
    if (random.nextBoolean()) { // or few merges of many streams would be safe
      stream = Math.max(LEAST_STREAM_WINDOW, stream / streams);
    }
    double ratio = random.nextBoolean() ? 0.5 : random.nextDouble(0.1, 0.9);
    int response = random.nextInt(1, 2 * stream);
    return new SafeWindowRule(streams, stream, session, ratio, response, false);
  }
}
