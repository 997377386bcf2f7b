package io.streambench.eventlog;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * The counts of all that a reader met, in lines; of a recording, in events.
 *
 * @param other lines of other loggers
 * @param used how many of them hold a known message or belong to a dump
 * @param garbled lines that begin as a flow-control line does and do not go on as one
 * @param tooLong lines of more than {@link JettyLogReader#MAX_LINE_BYTES} bytes
 * @param dropped events that were made and are missing here
 * @param cut whether the source ends in the middle, as a file of a killed process does
 * @param newestFirst whether time runs backwards for most of a source
 */
public record ReadCounts(
    long lines,
    long other,
    long used,
    long garbled,
    long tooLong,
    long dropped,
    boolean cut,
    boolean newestFirst,
    List<LoggedEnd> ends,
    TextFindings text) {
  public static final ReadCounts NONE =
      new ReadCounts(0, 0, 0, 0, 0, 0, false, false, List.of(), TextFindings.NONE);

  public ReadCounts {
    ends = List.copyOf(ends);
  }

  public long skipped() {
    return other - used + garbled + tooLong;
  }

  /** The lines or events of flow control that could be read. */
  public long understood() {
    return lines - other - garbled - tooLong;
  }

  /** Returns whether more flow-control lines were garbled than could be read. */
  public boolean mostlyGarbled() {
    return garbled > understood();
  }

  /** The same without what was found in texts. */
  public ReadCounts withoutTexts() {
    return new ReadCounts(
        lines,
        other,
        used,
        garbled,
        tooLong,
        dropped,
        cut,
        newestFirst,
        List.of(),
        TextFindings.NONE);
  }

  public ReadCounts plus(ReadCounts more) {
    return new ReadCounts(
        lines + more.lines,
        other + more.other,
        used + more.used,
        garbled + more.garbled,
        tooLong + more.tooLong,
        dropped + more.dropped,
        cut || more.cut,
        newestFirst || more.newestFirst,
        merged(more.ends),
        text.plus(more.text));
  }

  private List<LoggedEnd> merged(List<LoggedEnd> more) {
    Map<LoggedEnd.Kind, LoggedEnd> all = new EnumMap<>(LoggedEnd.Kind.class);
    Stream.concat(ends.stream(), more.stream())
        .forEach(end -> all.merge(end.kind(), end, LoggedEnd::plus));
    return List.copyOf(all.values());
  }
}
