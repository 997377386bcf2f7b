package io.streambench.flow.events;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Counts of all lines that a reader has read, or of events in a recording.
 *
 * @param other lines of other loggers
 * @param used number of those that contain a known message or belong to a dump
 * @param garbled lines that begin like a flow-control line but do not continue like one
 * @param tooLong lines of more than {@link JettyLogReader#MAX_LINE_BYTES} bytes
 * @param dropped events that were recorded but are missing here
 * @param cut whether the source is truncated, such as the file of a killed process
 * @param newestFirst whether time runs backwards in most of a source
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

  /** Returns the number of flow-control lines or events that could be read. */
  public long understood() {
    return lines - other - garbled - tooLong;
  }

  /** Returns whether more flow-control lines were garbled than could be read. */
  public boolean mostlyGarbled() {
    return garbled > understood();
  }

  /** Returns a copy without findings from texts. */
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
