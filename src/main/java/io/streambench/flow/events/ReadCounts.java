package io.streambench.flow.events;

import io.streambench.flow.threads.ThreadDump;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Counts of the lines in a log, or of the events in a recording.
 *
 * @param otherLines number of lines or events that are not about flow control
 * @param usedLines number of {@code otherLines} lines that contain a known message or belong to a
 *     dump
 * @param garbledLines number of lines that start like a flow-control line but cannot be parsed
 * @param tooLongLines number of lines of more than {@link JettyLogReader#MAX_LINE_BYTES} bytes
 * @param droppedEvents number of events that were emitted but are missing from the recording
 * @param truncated whether a part was not read, for example because the writer was killed
 * @param isNewestFirst whether most timestamps of a source are earlier than the previous timestamp
 */
public record ReadCounts(
    long lines,
    long otherLines,
    long usedLines,
    long garbledLines,
    long tooLongLines,
    long droppedEvents,
    boolean truncated,
    boolean isNewestFirst,
    List<LoggedFault> faults,
    TextFindings textFindings) {
  public static final ReadCounts NONE =
      new ReadCounts(0, 0, 0, 0, 0, 0, false, false, List.of(), TextFindings.NONE);

  /**
   * Returns the findings from text that is not a log.
   *
   * @param truncated whether a part of the text was not read
   */
  static ReadCounts ofText(List<ThreadDump> threads, List<String> remarks, boolean truncated) {
    TextFindings text = TextFindings.of(threads, remarks);
    return new ReadCounts(0, 0, 0, 0, 0, 0, truncated, false, List.of(), text);
  }

  public ReadCounts {
    faults = List.copyOf(faults);
  }

  public long skippedLines() {
    return otherLines - usedLines + garbledLines + tooLongLines;
  }

  /** Returns the number of flow-control lines or events that could be read. */
  public long readableLines() {
    return lines - otherLines - garbledLines - tooLongLines;
  }

  /** Returns whether more flow-control lines were garbled than could be read. */
  public boolean isMostlyGarbled() {
    return garbledLines > readableLines();
  }

  /** Returns a copy without the findings from text. */
  public ReadCounts withoutTextFindings() {
    return new ReadCounts(
        lines,
        otherLines,
        usedLines,
        garbledLines,
        tooLongLines,
        droppedEvents,
        truncated,
        isNewestFirst,
        List.of(),
        TextFindings.NONE);
  }

  public ReadCounts plus(ReadCounts other) {
    return new ReadCounts(
        lines + other.lines,
        otherLines + other.otherLines,
        usedLines + other.usedLines,
        garbledLines + other.garbledLines,
        tooLongLines + other.tooLongLines,
        droppedEvents + other.droppedEvents,
        truncated || other.truncated,
        isNewestFirst || other.isNewestFirst,
        mergeFaults(other.faults),
        textFindings.plus(other.textFindings));
  }

  private List<LoggedFault> mergeFaults(List<LoggedFault> otherFaults) {
    Map<LoggedFault.Kind, LoggedFault> all = new EnumMap<>(LoggedFault.Kind.class);
    Stream.concat(faults.stream(), otherFaults.stream())
        .forEach(fault -> all.merge(fault.kind(), fault, LoggedFault::plus));
    return List.copyOf(all.values());
  }
}
