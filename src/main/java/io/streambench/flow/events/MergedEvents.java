package io.streambench.flow.events;

import java.io.Closeable;
import java.io.IOException;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.PriorityQueue;

/** Merges several sources of one run by time. Each source keeps its own order. */
final class MergedEvents implements EventReader {
  private final List<EventReader> readers;
  private final ReadCounts otherCounts;
  private final List<Closeable> resources;
  private final BitSet withEvents = new BitSet();
  private final PriorityQueue<OrderedEvent> nextEvents = new PriorityQueue<>();

  MergedEvents(List<EventReader> readers, ReadCounts otherCounts, List<Closeable> resources)
      throws IOException {
    this.readers = readers;
    this.otherCounts = otherCounts;
    this.resources = resources;
    for (int source = 0; source < readers.size(); source++) {
      advance(source);
    }
  }

  private void advance(int source) throws IOException {
    FlowControlEvent event = readers.get(source).next();
    if (event != null) {
      withEvents.set(source);
      nextEvents.add(new OrderedEvent(event, source));
    }
  }

  @Override
  public FlowControlEvent next() throws IOException {
    OrderedEvent earliest = nextEvents.poll();
    if (earliest == null) {
      return null;
    }
    advance((int) earliest.order());
    return earliest.event();
  }

  @Override
  public ReadCounts counts() {
    return readers.stream().map(EventReader::counts).reduce(otherCounts, ReadCounts::plus);
  }

  /** The latest time in sources with events. Lines of other files must not lengthen a silence. */
  @Override
  public long lastTimeNanos() {
    return withEvents.stream()
        .mapToLong(source -> readers.get(source).lastTimeNanos())
        .max()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  @Override
  public void close() throws IOException {
    close(resources.iterator());
  }

  /** Closes all, the last one first, even if closing one fails. */
  static void close(Iterator<Closeable> all) throws IOException {
    if (all.hasNext()) {
      try (Closeable last = all.next()) {
        close(all);
      }
    }
  }
}
