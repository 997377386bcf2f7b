package io.streambench.flow.events;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * The first characters of a file, from which its type is known.
 *
 * @param text one character for each byte
 */
record FileHead(String text) {
  private static final String GZIP_MAGIC = "\u001f\u008b";
  private static final String XZ_MAGIC = "\u00fd7zXZ\0";
  private static final String ZIP_MAGIC = "PK\3\4";
  private static final String RECORDING_MAGIC = "FLR\0";

  /** Matches UTF-16 text, with or without a byte-order mark. */
  private static final Pattern UTF_16 =
      Pattern.compile("\u00fe\u00ff|\u00ff\u00fe|(?:\0[\\t-~]|[\\t-~]\0){16}");

  /** The start of a file in which {@code diagnose} saves the dumps of several JVMs. */
  private static final String SAVED_DUMPS_START = "{\"streambench-looks\":";

  private static final String TAR_MAGIC = "ustar";
  private static final int TAR_MAGIC_OFFSET = 257;

  /** The minimum number of characters per control character in a text file. */
  private static final int MIN_PRINTABLE_RUN = 64;

  /** Matches the start of a file compressed by zstd, bzip2, 7-Zip, lz4, compress or RAR. */
  private static final Pattern PACKED =
      Pattern.compile(
          "\\x28\\xb5\\x2f\\xfd|BZh\\d|7z\\xbc\\xaf|\\x04\\x22\\x4d\\x18|\\x1f\\x9d|Rar!");

  /**
   * Matches the start of a packed file, of a heap dump, or of a zip with a program or a document.
   */
  private static final Pattern UNSUPPORTED_TYPES =
      Pattern.compile(
          "JAVA PROFILE|PK\3\4(?s:.{26})(?:META-INF/|\\[Content_Types|mimetype)" + "|" + PACKED);

  private static final Pattern DUMP_START =
      Pattern.compile(
          "Full thread dump|(?m)^\\W*Thread \\d+: \\(state|^\\W*#\\d+ \""
              + "|^\\W*\"[^\"\\n]+\" (?:#\\d|daemon |[iI][dD]=|prio=|- Thread t@|\\W?[A-Z_]{7,})"
              + "|^\\W*(?:\\d\\) )?(?:Thread Name: |(?:Virtual)?Thread\\[)"
              + "|^\\W*Name: .+\\s+State: [A-Z]|^\\W*-{5,} \\d+ -"
              + "|\\((?:\\d{1,9}|[A-Z_]+)\\)\\s*\\n\\s*(?:\\w+\\.)+[\\w$]+(?:[@(\\xE2]| line: )"
              + "|^[| ]*\\+[=>~:-] ?\\w"
              // an error in place of a dump
              + "|^\\s*<(?i:!doctype|html)\\b|^curl: \\(|^\\{\"responseHeader\"");

  /** Returns the head of a stream. Skips leading zeros, which a truncated log may contain. */
  static FileHead of(SalvagingInputStream in) throws IOException {
    String head = in.head();
    return new FileHead(head.startsWith("\0\0\0\0") ? in.skipZeros() : head);
  }

  boolean isGzip() {
    return text.startsWith(GZIP_MAGIC);
  }

  boolean isXz() {
    return text.startsWith(XZ_MAGIC);
  }

  boolean isZip() {
    return text.startsWith(ZIP_MAGIC);
  }

  boolean isTar() {
    return text.startsWith(TAR_MAGIC, TAR_MAGIC_OFFSET);
  }

  boolean isRecording() {
    return text.startsWith(RECORDING_MAGIC);
  }

  boolean isUtf16() {
    return UTF_16.matcher(text).lookingAt();
  }

  /** Returns whether UTF-16 text is in little-endian byte order. */
  boolean isLittleEndian() {
    return text.startsWith("\u00ff") || text.charAt(1) == 0;
  }

  /** Returns whether {@code diagnose} has saved the file. */
  boolean isSavedDumps() {
    return text.startsWith(SAVED_DUMPS_START);
  }

  /** Returns whether the file has a compression that is not supported. */
  boolean hasUnsupportedCompression() {
    return PACKED.matcher(text).lookingAt();
  }

  /** Returns whether the file is packed, a heap dump, or a zip of a program or a document. */
  boolean isUnsupported() {
    return UNSUPPORTED_TYPES.matcher(text).lookingAt();
  }

  /**
   * Returns whether the text shows the start of a thread or dump, or an error in place of a dump.
   */
  boolean hasDumpStart() {
    return DUMP_START.matcher(text).find();
  }

  /**
   * Returns whether the text has many control characters. A log may have a few NULs in messages.
   */
  boolean isBinary() {
    return text.indexOf('\0') >= 0
        && text.chars().filter(c -> c < '\b').count() > text.length() / MIN_PRINTABLE_RUN;
  }
}
