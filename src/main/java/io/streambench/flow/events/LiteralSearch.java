package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.List;
import java.util.stream.Stream;

/**
 * Finds the first of several literals in a text of one byte per character. Tests four bytes at
 * regular intervals. The intervals are so short that every literal contains at least one tested
 * position. Tests are independent of each other, so a processor can run several tests at the same
 * time.
 */
final class LiteralSearch {
  private static final int PROBE_BYTES = 4;
  private static final int HASH_BITS = 12;
  private static final int HASH_COUNT = 1 << HASH_BITS;
  private static final VarHandle INT_VIEW =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

  /** The multiplier of Fibonacci hashing: 2^32 divided by the golden ratio. */
  private static final int HASH_MULTIPLIER = 0x9E3779B9;

  private final int step;
  private final int maxLength;

  /** The literals, indexed by the hash of four bytes near their end. */
  private final Entry[][] entries = new Entry[HASH_COUNT][];

  /** A literal and the offset of the four bytes in it that were hashed. */
  private record Entry(byte[] literal, int offset) {
    boolean occursIn(byte[] text, int at, int from, int to) {
      int start = at - offset;
      if (start < from || start + literal.length > to) {
        return false;
      }
      for (int i = 0; i < literal.length; i++) {
        if (text[start + i] != literal[i]) {
          return false;
        }
      }
      return true;
    }
  }

  /** Creates a search for literals of at least four characters. */
  LiteralSearch(Stream<String> literals) {
    List<byte[]> all = literals.distinct().map(LiteralSearch::bytes).toList();
    step = all.stream().mapToInt(literal -> literal.length).min().orElse(0) - PROBE_BYTES + 1;
    maxLength = all.stream().mapToInt(literal -> literal.length).max().orElse(0);
    if (step < 1) {
      throw new IllegalArgumentException("a literal of fewer than " + PROBE_BYTES + " characters");
    }
    for (byte[] literal : all) {
      for (int offset = literal.length - PROBE_BYTES;
          offset > literal.length - PROBE_BYTES - step;
          offset--) {
        add(hash(literal, offset), new Entry(literal, offset));
      }
    }
  }

  private void add(int hash, Entry entry) {
    Stream<Entry> before = entries[hash] == null ? Stream.empty() : Stream.of(entries[hash]);
    entries[hash] = Stream.concat(before, Stream.of(entry)).toArray(Entry[]::new);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  private static int hash(byte[] text, int at) {
    return (int) INT_VIEW.get(text, at) * HASH_MULTIPLIER >>> Integer.SIZE - HASH_BITS;
  }

  boolean isFoundIn(String text) {
    return find(text, 0) >= 0;
  }

  /** Returns the position of the first literal that starts at or after {@code from}, or -1. */
  int find(String text, int from) {
    return find(bytes(text), from, text.length());
  }

  /** Returns the position of the first literal in the range, or -1. */
  int find(byte[] text, int from, int to) {
    int first = -1;
    int end = to;
    for (int at = nextCandidate(text, from, end);
        at >= 0;
        at = nextCandidate(text, at + step, end)) {
      for (Entry entry : entries[hash(text, at)]) {
        int start = at - entry.offset;
        if (entry.occursIn(text, at, from, to) && (first < 0 || start < first)) {
          first = start;
          end = Math.min(to, start + maxLength); // a longer literal may start earlier and end later
        }
      }
    }
    return first;
  }

  /** Returns the next tested position that may belong to a literal, or -1. */
  private int nextCandidate(byte[] text, int from, int to) {
    for (int at = from; at <= to - PROBE_BYTES; at += step) {
      if (entries[hash(text, at)] != null) {
        return at;
      }
    }
    return -1;
  }
}
