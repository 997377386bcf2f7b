package io.streambench.flow.events;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.stream.Collectors;

/**
 * Merges the events of several sources by time. Each source keeps its own order. If two events have
 * the same time, the event whose source starts earlier is returned first. If some sources have
 * dates, sources with times but without years are not read.
 */
final class MergedEvents implements EventReader {
  private final List<EventReader> readers;
  private final ReadCounts otherCounts;
  private final List<Closeable> resources;
  private final BitSet readersWithEvents = new BitSet();
  private final PriorityQueue<OrderedEvent> nextEvents = new PriorityQueue<>();

  MergedEvents(
      Map<EventReader, String> namesByReader, ReadCounts otherCounts, List<Closeable> resources)
      throws IOException {
    this.resources = resources;
    List<Source> sources = new ArrayList<>();
    for (Map.Entry<EventReader, String> named : namesByReader.entrySet()) {
      sources.add(new Source(named.getKey(), named.getValue(), named.getKey().next()));
    }
    sources.sort(Comparator.comparingLong(Source::beginNanos));
    List<Source> withoutYear = sources.stream().filter(Source::timestampsLackYear).toList();
    boolean hasDates = sources.stream().anyMatch(source -> EpochTime.hasYear(source.beginNanos()));
    if (hasDates && !withoutYear.isEmpty()) {
      sources.removeAll(withoutYear);
      this.otherCounts = otherCounts.plus(countsOfExcludedSources(withoutYear));
    } else {
      this.otherCounts = otherCounts;
    }
    this.readers = sources.stream().map(Source::reader).toList();
    for (int source = 0; source < sources.size(); source++) {
      add(source, sources.get(source).firstEvent);
    }
  }

  private record Source(EventReader reader, String name, FlowControlEvent firstEvent) {
    long beginNanos() {
      return firstEvent == null ? FlowControlEvent.UNKNOWN : firstEvent.timeNanos();
    }

    /**
     * Returns whether the timestamps lack a year, so that they cannot be compared with complete
     * dates.
     */
    boolean timestampsLackYear() {
      return beginNanos() != FlowControlEvent.UNKNOWN && !EpochTime.hasYear(beginNanos());
    }
  }

  /**
   * Returns counts that report the excluded sources as not read, so that the other sources cannot
   * prove NO_STALL.
   */
  private static ReadCounts countsOfExcludedSources(List<Source> excluded) {
    String names =
        excluded.stream()
            .map(source -> EventFiles.displayName(source.name))
            .collect(Collectors.joining(", "));
    String remark =
        "not read, because other files have dates and these times have no year: "
            + names
            + ". Analyze such logs separately";
    return ReadCounts.ofText(List.of(), List.of(remark), true);
  }

  private void add(int sourceIndex, FlowControlEvent event) {
    if (event != null) {
      readersWithEvents.set(sourceIndex);
      nextEvents.add(new OrderedEvent(event, sourceIndex));
    }
  }

  @Override
  public FlowControlEvent next() throws IOException {
    OrderedEvent earliest = nextEvents.poll();
    if (earliest == null) {
      return null;
    }
    int source = (int) earliest.order();
    add(source, readers.get(source).next());
    return earliest.event();
  }

  @Override
  public ReadCounts counts() {
    return readers.stream().map(EventReader::counts).reduce(otherCounts, ReadCounts::plus);
  }

  /** Returns the last time in all sources with events. Ignores sources without events. */
  @Override
  public long lastTimeNanos() {
    return readersWithEvents.stream()
        .mapToLong(source -> readers.get(source).lastTimeNanos())
        .max()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  @Override
  public void close() throws IOException {
    close(resources.iterator());
  }

  /** Closes all resources in reverse order, even if some cannot be closed. */
  static void close(Iterator<Closeable> iterator) throws IOException {
    if (iterator.hasNext()) {
      try (Closeable last = iterator.next()) {
        close(iterator);
      }
    }
  }
}
