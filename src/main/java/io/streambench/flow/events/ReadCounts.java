package io.streambench.flow.events;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Counts of the lines in a log, or of the events in a recording.
 *
 * @param other number of lines or events that are not about flow control
 * @param used number of {@code other} lines that contain a known message or belong to a dump
 * @param garbled number of lines that begin like a flow-control line but cannot be parsed
 * @param tooLong number of lines of more than {@link JettyLogReader#MAX_LINE_BYTES} bytes
 * @param dropped number of events that were emitted but are missing from the recording
 * @param truncated whether the source ends too early, for example because its writer was killed
 * @param newestFirst whether most timestamps of a source are earlier than the timestamp before
 */
public record ReadCounts(
    long lines,
    long other,
    long used,
    long garbled,
    long tooLong,
    long dropped,
    boolean truncated,
    boolean newestFirst,
    List<LoggedFault> faults,
    TextFindings text) {
  public static final ReadCounts NONE =
      new ReadCounts(0, 0, 0, 0, 0, 0, false, false, List.of(), TextFindings.NONE);

  public ReadCounts {
    faults = List.copyOf(faults);
  }

  public long skippedLines() {
    return other - used + garbled + tooLong;
  }

  /** Returns the number of flow-control lines or events that could be read. */
  public long readable() {
    return lines - other - garbled - tooLong;
  }

  /** Returns whether more flow-control lines were garbled than could be read. */
  public boolean isMostlyGarbled() {
    return garbled > readable();
  }

  /** Returns a copy without the findings from text. */
  public ReadCounts withoutTextFindings() {
    return new ReadCounts(
        lines,
        other,
        used,
        garbled,
        tooLong,
        dropped,
        truncated,
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
        truncated || more.truncated,
        newestFirst || more.newestFirst,
        merged(more.faults),
        text.plus(more.text));
  }

  private List<LoggedFault> merged(List<LoggedFault> more) {
    Map<LoggedFault.Kind, LoggedFault> all = new EnumMap<>(LoggedFault.Kind.class);
    Stream.concat(faults.stream(), more.stream())
        .forEach(fault -> all.merge(fault.kind(), fault, LoggedFault::plus));
    return List.copyOf(all.values());
  }
}
