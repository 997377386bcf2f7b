package io.streambench.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32;

/**
 * The text of a page as it comes. Its header has the time that Solr took, which differs each time;
 * what follows is always the same. Not thread-safe.
 */
final class PageText {
  private static final int HEAD_BYTES = 4096;

  private static final Pattern HEADER =
      Pattern.compile("\"QTime\"\\s*:\\s*(\\d+).*?\"response\"\\s*:", Pattern.DOTALL);

  private final CRC32 sum = new CRC32();
  private byte[] head = new byte[0];
  private boolean behindHeader;
  private long queryMillis;
  private long behindHeaderBytes;
  private long bytes;

  /**
   * The size and checksum by which a page is known.
   *
   * @param bytes behind its header
   * @param sum of these, CRC-32
   */
  record Seen(long bytes, long sum) {}

  /** Takes what came next. */
  void add(byte[] buffer, int length) {
    bytes += length;
    if (behindHeader) {
      behind(buffer, 0, length);
      return;
    }
    byte[] longer = java.util.Arrays.copyOf(head, head.length + length);
    System.arraycopy(buffer, 0, longer, head.length, length);
    head = longer;
    Matcher header =
        HEADER.matcher(
            new String(head, 0, Math.min(head.length, HEAD_BYTES), StandardCharsets.ISO_8859_1));
    if (header.find()) {
      behindHeader = true;
      queryMillis = Long.parseLong(header.group(1));
      behind(head, header.end(), head.length - header.end());
      head = new byte[0];
    }
  }

  private void behind(byte[] buffer, int from, int length) {
    sum.update(buffer, from, length);
    behindHeaderBytes += length;
  }

  /** The size and checksum of the text behind the header; both are 0 if none came. */
  Seen seen() {
    return new Seen(behindHeaderBytes, sum.getValue());
  }

  /** Solr's QTime. */
  long queryMillis() {
    return queryMillis;
  }

  long bytes() {
    return bytes;
  }
}
