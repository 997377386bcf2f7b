package io.streambench.flow.predict;

import java.util.Arrays;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;

/**
 * Tests the {@link SafeWindowRule} on simulated random merges over one session. Each merge is
 * simulated with a random order of events and with the worst one. The rule does not depend on
 * scale, so windows have a few hundred bytes.
 *
 * <p>Like {@code CloudSolrStream}, the merge needs the first document of every stream before it
 * continues. Such a document may end within its chunk, in which case nothing is consumed. Then any
 * order is possible. Credit is given as in Jetty 10.0.26: once more than the buffer ratio of a
 * window was consumed, and never to a stream that has nothing more to send ({@code
 * BufferingFlowControlStrategy.onDataConsumed}).
 */
final class MergeTrials {
  private static final int MOST_STREAMS = 12;
  private static final int LEAST_WINDOW = 64;
  private static final int MOST_WINDOW = 320;
  private static final int LEAST_STREAM_WINDOW = 16;
  private static final int OPERATIONS = 4;

  private final SafeWindowRule rule;
  private final int streams;
  private final int frameBytes;
  private final SplittableRandom random;
  private final long[] unsent;
  private final long[] unread;
  private final long[] window;
  private final long[] level;
  private long sessionWindow;
  private long sessionLevel;

  /** Creates a fresh session, on which DATA frames have at most {@code frameBytes} bytes. */
  MergeTrials(SafeWindowRule rule, int frameBytes, SplittableRandom random) {
    this.rule = rule;
    this.streams = rule.streamsPerSession();
    this.frameBytes = frameBytes;
    this.random = random;
    this.unsent = new long[streams];
    this.unread = new long[streams];
    this.window = new long[streams];
    this.level = new long[streams];
    this.sessionWindow = rule.sessionWindow();
  }

  /**
   * The number of merges in one zone, and how many of them stalled in a random order (within four
   * operations on one session) and in the worst order.
   */
  record Count(long merges, long stalledAtRandom, long stalledAtWorst) {
    private Count plus(boolean atRandom, boolean atWorst) {
      return new Count(
          merges + 1, stalledAtRandom + (atRandom ? 1 : 0), stalledAtWorst + (atWorst ? 1 : 0));
    }
  }

  /**
   * All counts; apart from the others {@linkplain SafeWindowRule#isOnBoundary those on the line}.
   */
  record Counts(Map<Zone, Count> byZone, Count onTheLine) {}

  /** Plays so many merges; the same seed plays the same ones. */
  static Counts play(int merges, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    Map<Zone, Count> byZone = new EnumMap<>(Zone.class);
    for (Zone zone : Zone.values()) {
      byZone.put(zone, new Count(0, 0, 0));
    }
    Count onTheLine = new Count(0, 0, 0);
    for (int i = 0; i < merges; i++) {
      SafeWindowRule rule = merge(random);
      int frame = random.nextInt(2, Math.max(3, (int) rule.sessionWindow() / 4));
      boolean atRandom = new MergeTrials(rule, frame, random.split()).stallsWithin(OPERATIONS);
      boolean atWorst = new MergeTrials(rule, frame, random).stallsAtWorst();
      if (rule.isOnBoundary()) {
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
    if (random.nextBoolean()) { // else few merges of many streams would be safe
      stream = Math.max(LEAST_STREAM_WINDOW, stream / streams);
    }
    double ratio = random.nextBoolean() ? 0.5 : random.nextDouble(0.1, 0.9);
    int response = random.nextInt(1, 2 * stream);
    return new SafeWindowRule(streams, stream, session, ratio, response, false, 1);
  }

  /** Simulates this many operations in sequence; returns whether one stalled. */
  boolean stallsWithin(int operations) {
    return IntStream.range(0, operations).anyMatch(operation -> stalls());
  }

  /** One operation, with random sender speed and lengths of runs; returns whether it stalled. */
  private boolean stalls() {
    double sending = random.nextDouble(0.05, 0.98);
    double staying = random.nextBoolean() ? 0 : random.nextDouble(0.5, 1);
    boolean largest = random.nextBoolean();
    Arrays.setAll(
        unsent, i -> largest ? rule.responseBytes() : 1 + random.nextLong(rule.responseBytes()));
    Arrays.fill(window, rule.streamWindow());
    Arrays.fill(level, 0);
    int reads = 0;
    int wanted = 0;
    while (wanted >= 0) {
      boolean sends = unread[wanted] == 0 || random.nextDouble() < sending;
      int sender = sends ? some(stream -> sendable(stream) > 0) : -1;
      if (sender >= 0) {
        send(sender, piece(sendable(sender)));
        continue;
      }
      if (unread[wanted] == 0) {
        return true;
      }
      reads++;
      if (reads > streams || random.nextBoolean()) {
        consume(wanted, piece(unread[wanted]));
      }
      if (reads < streams) {
        wanted = reads;
      } else if (finished(wanted) || random.nextDouble() >= staying) {
        wanted = some(stream -> !finished(stream));
      }
    }
    return false;
  }

  private long piece(long most) {
    return 1 + random.nextLong(Math.min(most, frameBytes));
  }

  /** A random stream that matches; -1 if none does. */
  private int some(IntPredicate wanted) {
    int first = random.nextInt(streams);
    for (int i = 0; i < streams; i++) {
      int stream = (first + i) % streams;
      if (wanted.test(stream)) {
        return stream;
      }
    }
    return -1;
  }

  /**
   * Simulates the worst order: responses of one byte leave as much unacknowledged as possible, then
   * all streams but the first send as much as they can. Returns whether the first one is blocked.
   */
  boolean stallsAtWorst() {
    for (long left = rule.maxUnacknowledged(); left > 0; left--) {
      unsent[0] = 1;
      window[0] = rule.streamWindow();
      send(0, 1);
      consume(0, 1);
    }
    Arrays.fill(unsent, rule.responseBytes());
    Arrays.fill(window, rule.streamWindow());
    for (int stream = 1; stream < streams; stream++) {
      send(stream, sendable(stream));
    }
    return sendable(0) == 0;
  }

  /** The maximum number of bytes that the sender can send on a stream now. */
  private long sendable(int stream) {
    return Math.min(unsent[stream], Math.min(window[stream], sessionWindow));
  }

  private void send(int stream, long bytes) {
    unsent[stream] -= bytes;
    unread[stream] += bytes;
    window[stream] -= bytes;
    sessionWindow -= bytes;
  }

  private void consume(int stream, long bytes) {
    unread[stream] -= bytes;
    sessionLevel += bytes;
    if (sessionLevel > rule.maxUnacknowledged()) {
      sessionWindow += sessionLevel;
      sessionLevel = 0;
    }
    level[stream] += bytes;
    if (unsent[stream] > 0 && level[stream] > rule.withheldBytes(rule.streamWindow())) {
      window[stream] += level[stream];
      level[stream] = 0;
    }
  }

  private boolean finished(int stream) {
    return unsent[stream] == 0 && unread[stream] == 0;
  }
}
