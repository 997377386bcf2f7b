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
  private final ReadCounts others;
  private final List<Closeable> held;
  private final BitSet withEvents = new BitSet();
  private final PriorityQueue<OrderedEvent> heads = new PriorityQueue<>();

  MergedEvents(List<EventReader> readers, ReadCounts others, List<Closeable> held)
      throws IOException {
    this.readers = readers;
    this.others = others;
    this.held = held;
    for (int source = 0; source < readers.size(); source++) {
      advance(source);
    }
  }

  private void advance(int source) throws IOException {
    FlowControlEvent event = readers.get(source).next();
    if (event != null) {
      withEvents.set(source);
      heads.add(new OrderedEvent(event, source));
    }
  }

  @Override
  public FlowControlEvent next() throws IOException {
    OrderedEvent earliest = heads.poll();
    if (earliest == null) {
      return null;
    }
    advance((int) earliest.order());
    return earliest.event();
  }

  @Override
  public ReadCounts counts() {
    return readers.stream().map(EventReader::counts).reduce(others, ReadCounts::plus);
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
    close(held.iterator());
  }

  /** Closes all, the last one first, even if closing one fails. */
  static void close(Iterator<Closeable> all) throws IOException {
    if (all.hasNext()) {
      try (Closeable one = all.next()) {
        close(all);
      }
    }
  }
}
