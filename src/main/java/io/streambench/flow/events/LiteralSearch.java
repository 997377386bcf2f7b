package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the first of several literals in a text of one byte per character. It probes four bytes at
 * regular intervals, so far apart that one probe falls within the end of each literal. No probe
 * depends on the result of another, so a processor can make several at the same time.
 */
final class LiteralSearch {
  private static final int LOOK = 4;
  private static final int LOOK_BITS = 12;
  private static final int LOOKS = 1 << LOOK_BITS;
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** Fibonacci hashing: 2^32 divided by the golden ratio. */
  private static final int MIXING = 0x9E3779B9;

  private final int step;
  private final int longest;

  /** The literals, by a hash of four bytes that they contain near their end. */
  private final Place[][] places = new Place[LOOKS][];

  /** A literal that contains certain four bytes at this offset. */
  private record Place(byte[] literal, int offset) {
    boolean in(byte[] text, int at, int from, int to) {
      int begin = at - offset;
      if (begin < from || begin + literal.length > to) {
        return false;
      }
      for (int i = 0; i < literal.length; i++) {
        if (text[begin + i] != literal[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** Creates a search for literals of at least four characters. */
  LiteralSearch(Stream<String> literals) {
    List<byte[]> all = literals.distinct().map(LiteralSearch::bytes).toList();
    step = all.stream().mapToInt(one -> one.length).min().orElse(0) - LOOK + 1;
    longest = all.stream().mapToInt(one -> one.length).max().orElse(0);
    if (step < 1) {
      throw new IllegalArgumentException("a literal of fewer than " + LOOK + " characters");
    }
    for (byte[] literal : all) {
      for (int offset = literal.length - LOOK; offset > literal.length - LOOK - step; offset--) {
        add(look(literal, offset), new Place(literal, offset));
      }
    }
  }

  private void add(int look, Place place) {
    Stream<Place> before = places[look] == null ? Stream.empty() : Stream.of(places[look]);
    places[look] = Stream.concat(before, Stream.of(place)).toArray(Place[]::new);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static int look(byte[] text, int at) {
    return (int) INTS.get(text, at) * MIXING >>> Integer.SIZE - LOOK_BITS;
  }

  boolean isIn(String text) {
    return find(text, 0) >= 0;
  }

  /** Returns the position of the first literal that begins at or after {@code from}, or -1. */
  int find(String text, int from) {
    return find(bytes(text), from, text.length());
  }

  /** Returns the position of the first literal between these positions, or -1. */
  int find(byte[] text, int from, int to) {
    int first = -1;
    int end = to;
    for (int at = next(text, from, end); at >= 0; at = next(text, at + step, end)) {
      for (Place place : places[look(text, at)]) {
        int begin = at - place.offset;
        if (place.in(text, at, from, to) && (first < 0 || begin < first)) {
          first = begin;
          end = Math.min(to, begin + longest); // a longer literal may begin earlier and end later
        }
      }
    }
    return first;
  }

  /** Returns the next place, in steps, that may belong to a literal; -1 if there is none. */
  private int next(byte[] text, int from, int to) {
    for (int at = from; at <= to - LOOK; at += step) {
      if (places[look(text, at)] != null) {
        return at;
      }
    }
    return -1;
  }
}
