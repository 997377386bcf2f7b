package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.concurrent.Semaphore;
import java.util.zip.ZipException;

/** A reader of lines that decodes each byte as one character. Not thread-safe. */
public final class LineReader implements Closeable {
  private static final int GROWTH_FACTOR = 4;

  /**
   * The permits for larger chunks. They are limited, so that thousands of readers fit into the
   * heap.
   */
  private static final Semaphore LARGER_CHUNKS = new Semaphore(100);

  private final InputStream in;
  private final int maxLineBytes;
  private byte[] bytes;
  private boolean hasLargerChunk;
  private String chunk = "";
  private int position;
  private boolean ended;

  /**
   * The offset of the next literal in the chunk; an offset before {@link #position} means unknown.
   */
  private int nextLiteralOffset;

  /** The value of {@link #literalOffset} if the last line was not searched as a whole. */
  static final int NOT_SEARCHED = -2;

  boolean isTooLong;

  /** The position of the first literal found in the last line; -1 if there is none. */
  int literalOffset;

  /** Whether the stream ended too early, as a truncated compressed file does. */
  boolean truncated;

  /**
   * Creates a reader that will close {@code in}. A line longer than {@code maxLineBytes} is
   * returned empty, with {@link #isTooLong} set.
   */
  public LineReader(InputStream in, int chunkBytes, int maxLineBytes) {
    this.in = in;
    this.bytes = new byte[chunkBytes];
    this.maxLineBytes = maxLineBytes;
  }

  /** A filter that accepts the lines to skip. A line is a range of a byte array. */
  interface LineFilter {
    boolean accepts(byte[] bytes, int from, int to);
  }

  /**
   * Skips lines of the current chunk, up to the first line that contains a literal or that the
   * filter rejects. Returns the last skipped line; null if no line was skipped.
   */
  String skipAcceptedLines(LiteralSearch literals, LineFilter filter) {
    int last = position;
    int from = position;
    for (int end = chunk.indexOf('\n', from);
        end >= 0 && findNextLiteral(literals, from) >= end && filter.accepts(bytes, from, end);
        end = chunk.indexOf('\n', from)) {
      last = from;
      from = end + 1;
    }
    if (from == position) {
      return null;
    }
    position = from;
    return finishLine(chunk.substring(last, from - 1));
  }

  /** Returns the offset of the next literal; {@code Integer.MAX_VALUE} if there is none. */
  private int findNextLiteral(LiteralSearch literals, int from) {
    if (nextLiteralOffset < from) {
      int found = literals.find(bytes, from, chunk.length());
      nextLiteralOffset = found < 0 ? Integer.MAX_VALUE : found;
    }
    return nextLiteralOffset;
  }

  /** Returns the next line without its line end; null at the end. */
  public String next() throws IOException {
    StringBuilder lineStart = null;
    while (true) {
      int end = chunk.indexOf('\n', position);
      if (end >= 0) {
        String rest = chunk.substring(position, end);
        literalOffset =
            lineStart != null || nextLiteralOffset < position
                ? NOT_SEARCHED
                : nextLiteralOffset < end ? nextLiteralOffset - position : -1;
        position = end + 1;
        return finishLine(lineStart == null ? rest : lineStart.append(rest).toString());
      }
      literalOffset = NOT_SEARCHED;
      if (position < chunk.length()) {
        lineStart = lineStart == null ? new StringBuilder() : lineStart;
        if (lineStart.length()
            <= maxLineBytes + 1) { // no need to keep more of a line that is too long
          lineStart.append(chunk, position, chunk.length());
        }
      }
      if (!fillChunk()) {
        return lineStart == null ? null : finishLine(lineStart.toString());
      }
    }
  }

  private String finishLine(String text) {
    String line = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    isTooLong = line.length() > maxLineBytes;
    return isTooLong ? "" : line;
  }

  private boolean fillChunk() throws IOException {
    if (!hasLargerChunk && chunk.length() == bytes.length && LARGER_CHUNKS.tryAcquire()) {
      hasLargerChunk = true;
      bytes = new byte[GROWTH_FACTOR * bytes.length];
    }
    int read = ended ? -1 : read();
    ended = read < 0;
    chunk = new String(bytes, 0, Math.max(read, 0), ISO_8859_1);
    position = 0;
    nextLiteralOffset = -1;
    return !ended;
  }

  private int read() throws IOException {
    try {
      return in.read(bytes);
    } catch (IOException e) {
      if (isCausedByDamage(e)) {
        truncated = true; // the writer was killed; use what could be read
        return -1;
      }
      throw e;
    }
  }

  /** Returns whether an error is caused by a damaged compressed file, not by the disk. */
  static boolean isCausedByDamage(IOException e) {
    return e instanceof EOFException
        || e instanceof ZipException
        || e.getClass().getName().startsWith("org.tukaani.xz");
  }

  @Override
  public void close() throws IOException {
    if (hasLargerChunk) {
      hasLargerChunk = false;
      LARGER_CHUNKS.release();
    }
    in.close();
  }
}
