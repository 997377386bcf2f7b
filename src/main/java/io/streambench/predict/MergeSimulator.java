package io.streambench.predict;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntPredicate;

/**
 * Merges over one session, played in whatever order events may come: tries to break the {@link
 * SafeWindowRule}. The merge needs something of every stream before it goes on with any, as {@code
 * CloudSolrStream} does; after that the order of the documents says which stream it wants, and any
 * order is possible, runs of one stream of any length included. Deterministic from a seed.
 */
public final class MergeSimulator {
  private final SafeWindowRule rule;
  private final int frameBytes;

  /** Plays merges of responses of one byte or more, in DATA frames of at most that size. */
  public MergeSimulator(SafeWindowRule rule, int frameBytes) {
    this.rule = rule;
    this.frameBytes = frameBytes;
  }

  /**
   * Plays operations by chance, on one session that is used again: half of them with responses as
   * large as there are, half with smaller ones.
   *
   * @return the number of the operation that stalled, from 1; 0 if none did
   */
  public int random(SplittableRandom random, int operations) {
    SimulatedSession session = new SimulatedSession(rule);
    for (int operation = 1; operation <= operations; operation++) {
      if (stalls(session, random)) {
        return operation;
      }
    }
    return 0;
  }

  /** One operation; how fast the sender is and how long the runs are is a matter of chance, too. */
  private boolean stalls(SimulatedSession session, SplittableRandom random) {
    int streams = rule.streamsPerSession();
    double sending = random.nextDouble(0.05, 0.98);
    double staying = random.nextBoolean() ? 0 : random.nextDouble(0.5, 1);
    session.open(responses(random));
    int begun = 0;
    int wanted = 0;
    while (wanted >= 0) {
      int sender = random.nextDouble() < sending ? someSendable(session, random) : -1;
      if (sender >= 0) {
        session.send(sender, piece(session.sendable(sender), random));
      } else if (session.unread(wanted) > 0) {
        session.read(wanted, piece(session.unread(wanted), random));
        if (begun < streams) {
          begun++;
        }
        if (begun < streams) {
          wanted = begun;
        } else if (session.finished(wanted) || random.nextDouble() >= staying) {
          wanted = some(random, stream -> !session.finished(stream));
        }
      } else {
        int other = someSendable(session, random);
        if (other < 0) {
          return true;
        }
        session.send(other, piece(session.sendable(other), random));
      }
    }
    return false;
  }

  private long[] responses(SplittableRandom random) {
    long[] bytes = new long[rule.streamsPerSession()];
    boolean largest = random.nextBoolean();
    Arrays.setAll(
        bytes, i -> largest ? rule.responseBytes() : 1 + random.nextLong(rule.responseBytes()));
    return bytes;
  }

  private long piece(long most, SplittableRandom random) {
    return 1 + random.nextLong(Math.min(most, frameBytes));
  }

  private int someSendable(SimulatedSession session, SplittableRandom random) {
    return some(random, stream -> session.sendable(stream) > 0);
  }

  /** Any stream that is so; -1 if none is. */
  private int some(SplittableRandom random, IntPredicate wanted) {
    int streams = rule.streamsPerSession();
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
   * Plays the worst order of events: operations that go well and leave as much unacknowledged as
   * can be, and then one of which one stream is heard last. Of each of the others the first
   * document is read, which consumes nothing where it ends within its chunk.
   *
   * @return whether the session stalled
   */
  public boolean worst() {
    SimulatedSession session = new SimulatedSession(rule);
    leave(session, rule.unacknowledgedAtWorst());
    long[] largest = new long[rule.streamsPerSession()];
    Arrays.fill(largest, rule.responseBytes());
    session.open(largest);
    for (int stream = 1; stream < rule.streamsPerSession(); stream++) {
      while (session.sendable(stream) > 0) {
        session.send(stream, Math.min(session.sendable(stream), frameBytes));
      }
      if (session.chunk(stream) > 1) {
        session.read(stream, 1);
      }
    }
    return session.starved(0);
  }

  /** Operations of which each stream answers a byte at a time, until so much is unacknowledged. */
  private void leave(SimulatedSession session, long unacknowledged) {
    int streams = rule.streamsPerSession();
    for (long left = unacknowledged; left > 0; ) {
      long[] bytes = new long[streams];
      long each = Math.min(rule.unreadOfAStream(), (left + streams - 1) / streams);
      for (int stream = 0; stream < streams; stream++) {
        bytes[stream] = Math.min(each, left);
        left -= bytes[stream];
      }
      session.open(bytes);
      // Round and round: of every stream something is read before more is read of any.
      for (long round = 0; round < each; round++) {
        for (int stream = 0; stream < streams; stream++) {
          if (!session.finished(stream)) {
            session.send(stream, 1);
            session.read(stream, 1);
          }
        }
      }
    }
  }
}
