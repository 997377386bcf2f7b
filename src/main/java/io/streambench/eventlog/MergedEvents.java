package io.streambench.eventlog;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Several sources of one run as one, by time. What one source has in order stays in order, even
 * where its clock went back.
 */
final class MergedEvents implements EventReader {
  private final List<EventReader> readers;
  private final List<FlowControlEvent> heads = new ArrayList<>();

  MergedEvents(List<EventReader> readers) throws IOException {
    this.readers = readers;
    for (EventReader reader : readers) {
      heads.add(reader.next());
    }
  }

  @Override
  public FlowControlEvent next() throws IOException {
    int earliest = -1;
    for (int i = 0; i < heads.size(); i++) {
      FlowControlEvent head = heads.get(i);
      if (head != null && (earliest < 0 || head.timeNanos() < heads.get(earliest).timeNanos())) {
        earliest = i;
      }
    }
    if (earliest < 0) {
      return null;
    }
    FlowControlEvent event = heads.get(earliest);
    heads.set(earliest, readers.get(earliest).next());
    return event;
  }

  @Override
  public ReadCounts counts() {
    return readers.stream().map(EventReader::counts).reduce(ReadCounts.NONE, ReadCounts::plus);
  }

  @Override
  public long lastTimeNanos() {
    return readers.stream()
        .mapToLong(EventReader::lastTimeNanos)
        .max()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    for (EventReader reader : readers) {
      try {
        reader.close();
      } catch (IOException e) {
        failure = e;
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
