package io.streambench.eventlog;

import io.streambench.threads.ThreadDumpDocument;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Reads a document of threads, which has no events. Not thread-safe. */
final class DocumentReader implements EventReader {
  private final InputStream in;
  private final String name;
  private final boolean xml;
  private boolean read;
  private ReadCounts counts = ReadCounts.NONE;

  /**
   * @param in closed with this
   * @param xml whether it is XML, and not JSON
   */
  DocumentReader(InputStream in, String name, boolean xml) {
    this.in = in;
    this.name = name;
    this.xml = xml;
  }

  @Override
  public FlowControlEvent next() throws IOException {
    if (!read) {
      read = true;
      ThreadDumpDocument.Found found = ThreadDumpDocument.read(in, name, xml);
      List<String> remarks =
          found.dumps().isEmpty()
              ? List.of(EventFiles.shown(name) + " has no thread in it")
              : List.of();
      counts =
          new ReadCounts(
              0,
              0,
              0,
              0,
              0,
              found.cut(),
              false,
              List.of(),
              new TextFindings(found.dumps(), List.of(), List.of(), remarks));
    }
    return null;
  }

  @Override
  public ReadCounts counts() {
    return counts;
  }

  @Override
  public long lastTimeNanos() {
    return FlowControlEvent.UNKNOWN;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
