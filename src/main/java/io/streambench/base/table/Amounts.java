package io.streambench.base.table;

import io.streambench.base.TextFormat;

/** Formats counts, sizes and times for reports, in the same way in every locale. */
public final class Amounts {
  private static final long KIB = 1 << 10;
  private static final long MIB = 1 << 20;
  private static final long GIB = 1 << 30;

  private Amounts() {}

  /** Formats a number with thousands separators: {@code 12,481,615}. */
  public static String count(long number) {
    return TextFormat.of("%,d", number);
  }

  /** Formats a size: {@code 12,481,615 bytes (11.9 MiB)}, or {@code 17 bytes} below 1 KiB. */
  public static String bytes(long bytes) {
    String exact = count(bytes) + (bytes == 1 ? " byte" : " bytes");
    return Math.abs(bytes) < KIB ? exact : exact + " (" + roundedBytes(bytes) + ")";
  }

  /** Formats a rounded size: {@code 4 GiB}, {@code 11.9 MiB}, {@code 64 KiB}, {@code 17 B}. */
  public static String roundedBytes(long bytes) {
    if (Math.abs(bytes) < KIB) {
      return bytes + " B";
    }
    long size = Math.abs(bytes);
    long unit = size >= GIB ? GIB : size >= MIB ? MIB : KIB;
    String number = TextFormat.of("%.1f", bytes / (double) unit);
    return (number.endsWith(".0") ? number.substring(0, number.length() - 2) : number)
        + (unit == GIB ? " GiB" : unit == MIB ? " MiB" : " KiB");
  }

  /** Formats a duration: {@code 41 ms}, {@code 4.30 s}, {@code 2 min 5.0 s}. */
  public static String duration(long nanos) {
    long millis = Math.round(nanos / 1e6);
    if (millis < 1000) {
      return nanos > 0 && millis == 0 ? "less than 1 ms" : millis + " ms";
    }
    if (millis < 60_000) {
      return TextFormat.of(millis < 10_000 ? "%.2f s" : "%.1f s", millis / 1e3);
    }
    double hours = millis / 3.6e6;
    return hours < 2
        ? TextFormat.of("%,d min %.1f s", millis / 60_000, millis % 60_000 / 1e3)
        : hours < 48 ? TextFormat.of("%.1f hours", hours) : TextFormat.of("%,.1f days", hours / 24);
  }

  /** Formats the time since the first event: {@code 4.259 s}. */
  public static String offset(long nanos) {
    return TextFormat.of("%,.3f s", nanos / 1e9);
  }
}
