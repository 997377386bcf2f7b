package io.streambench.eventlog;

import io.streambench.config.Text;
import io.streambench.files.AtExit;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.tukaani.xz.XZInputStream;

/**
 * Opens whatever holds flow-control events: recordings and logs, plain or packed by gzip, xz or
 * zip, and folders of them. What a file is, its first bytes tell and not its name. Where a folder
 * or a zip has a recording, the recording speaks, since it knows more than a log of the same run.
 */
public final class EventFiles {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] RECORDING = {'F', 'L', 'R', 0};
  private static final byte[] UTF_16_LITTLE = {(byte) 0xff, (byte) 0xfe};
  private static final byte[] UTF_16_BIG = {(byte) 0xfe, (byte) 0xff};
  private static final int HEAD_BYTES = 8;
  private static final int BUFFER_BYTES = 1 << 13;
  private static final long MOST_RECORDING_BYTES = 4L << 30;
  private static final int XZ_KILOBYTES = 100 * 1024;
  private static final int MOST_LAYERS = 3;

  private final Sessions sessions = new Sessions();
  private final UndatedDays days = new UndatedDays();
  private final List<EventReader> readers = new ArrayList<>();
  private final Copies copies = new Copies();
  private final Beginnings beginnings = new Beginnings();

  private EventFiles() {}

  /**
   * Opens several files of one run as one source. Their order matters only where they tell times
   * without dates over midnight: older ones come first.
   *
   * @param files files or folders
   * @throws IOException if one cannot be read; nothing is left open then
   * @throws SameLogException if two are one log: all that it has would count twice
   */
  public static EventReader open(List<Path> files) throws IOException {
    EventFiles opened = new EventFiles();
    try {
      for (Path file : files) {
        opened.add(file);
      }
      return opened.readers.size() == 1
          ? new Closing(opened.readers.get(0), opened.copies)
          : new Closing(new MergedEvents(opened.readers), opened.copies);
    } catch (IOException | RuntimeException e) {
      for (EventReader reader : opened.readers) {
        try {
          reader.close();
        } catch (IOException suppressed) {
          e.addSuppressed(suppressed);
        }
      }
      opened.copies.closeQuietly();
      throw e;
    }
  }

  private void add(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      addFolder(file);
      return;
    }
    if (Files.exists(file) && !Files.isRegularFile(file)) {
      addPipe(file);
      return;
    }
    byte[] head = head(file);
    if (startsWith(head, RECORDING)) {
      addRecording(file, file.toString());
    } else if (startsWith(head, ZIP)) {
      addZip(file);
    } else {
      addStream(Files.newInputStream(file), file.toString());
    }
  }

  private void addRecording(Path file, String name) throws IOException {
    try (WholeTail begin = new WholeTail(Files.newInputStream(file), false)) {
      beginnings.add(name, begin);
    }
    readers.add(new RecordingReader(file, name, sessions));
  }

  /** A pipe can be read once, and asking a channel how much is left makes it seek. */
  private void addPipe(Path file) throws IOException {
    WholeTail in = new WholeTail(new FileInputStream(file.toFile()), false);
    if (startsWith(in.head(HEAD_BYTES), ZIP)) {
      in.close();
      throw new IOException("a zip cannot be read from a pipe");
    }
    addStream(in, file.toString());
  }

  private void addFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.list(folder)) {
      files = all.filter(Files::isRegularFile).sorted(Comparator.naturalOrder()).toList();
    }
    List<Path> recordings = files.stream().filter(file -> named(file, ".jfr")).toList();
    for (Path file :
        recordings.isEmpty() ? files.stream().filter(EventFiles::isLog).toList() : recordings) {
      add(file);
    }
  }

  private static boolean isLog(Path file) {
    return file.getFileName().toString().contains(".log");
  }

  private static boolean named(Path file, String suffix) {
    return file.getFileName().toString().endsWith(suffix);
  }

  private void addZip(Path file) throws IOException {
    ZipFile zip = new ZipFile(file.toFile());
    readers.add(new Empty(zip));
    List<ZipEntry> entries =
        zip.stream()
            .filter(entry -> !entry.isDirectory())
            .sorted(Comparator.comparing(ZipEntry::getName))
            .map(ZipEntry.class::cast)
            .toList();
    List<ZipEntry> recordings =
        entries.stream().filter(entry -> entry.getName().endsWith(".jfr")).toList();
    List<ZipEntry> logs =
        entries.stream().filter(entry -> entry.getName().contains(".log")).toList();
    List<ZipEntry> chosen = !recordings.isEmpty() ? recordings : logs.isEmpty() ? entries : logs;
    for (ZipEntry entry : chosen) {
      addStream(zip.getInputStream(entry), file + ": " + entry.getName());
    }
  }

  /** Plain text, or packed, or (inside a zip or packed) a recording. */
  private void addStream(InputStream in, String name) throws IOException {
    addStream(new WholeTail(in, false), name, 0);
  }

  /**
   * @param layers around it that were unpacked
   */
  private void addStream(WholeTail in, String name, int layers) throws IOException {
    byte[] head = in.head(HEAD_BYTES);
    boolean gzip = startsWith(head, GZIP);
    if (layers == MOST_LAYERS && (gzip || startsWith(head, XZ))) {
      in.close();
      throw new IOException(Text.of("%s is packed more than %d times", name, MOST_LAYERS));
    }
    if (gzip) {
      addStream(unpacked(in, EventFiles::gunzipped, false), name, layers + 1);
    } else if (startsWith(head, XZ)) {
      addStream(
          unpacked(in, packed -> new XZInputStream(packed, XZ_KILOBYTES), true), name, layers + 1);
    } else if (startsWith(head, UTF_16_LITTLE) || startsWith(head, UTF_16_BIG)) {
      in.close();
      throw new IOException(
          name + " is text in UTF-16: iconv -f UTF-16 -t UTF-8 FILE makes one that can be read");
    } else if (startsWith(head, RECORDING)) {
      Path copy = copies.file();
      try (in) {
        unpack(in, copy, name, copies.bytes(), MOST_RECORDING_BYTES);
      }
      addRecording(copy, name);
    } else {
      WholeTail text = new WholeTail(in, false);
      readers.add(new JettyLogReader(text, sessions, days));
      beginnings.add(name, text);
    }
  }

  /** No more than a recording can have: a small zip may unpack to what no disk holds. */
  static void unpack(InputStream in, Path copy, String name, long before, long mostBytes)
      throws IOException {
    byte[] buffer = new byte[BUFFER_BYTES];
    try (OutputStream out = Files.newOutputStream(copy)) {
      long bytes = before;
      for (int read; (read = in.read(buffer)) >= 0; bytes += read) {
        if (bytes + read > mostBytes) {
          throw new IOException(
              Text.of(
                  "%s%s unpacks to more than %,d MB",
                  name, before > 0 ? ", with those before it," : "", mostBytes >> 20));
        }
        out.write(buffer, 0, read);
      }
    }
  }

  private static InputStream gunzipped(InputStream packed) throws IOException {
    return new GZIPInputStream(new Unended(packed), BUFFER_BYTES);
  }

  /** Opens a packed stream, which reads the stream's header. */
  private interface Unpacking {
    InputStream open(InputStream packed) throws IOException;
  }

  private static WholeTail unpacked(InputStream packed, Unpacking unpacking, boolean asTold)
      throws IOException {
    try {
      return new WholeTail(unpacking.open(packed), asTold);
    } catch (EOFException e) {
      // cut within the header: as damaged as one that is cut behind it
      return WholeTail.damaged(packed);
    }
  }

  private static byte[] head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(HEAD_BYTES);
    }
  }

  private static boolean startsWith(byte[] head, byte[] magic) {
    return head.length >= magic.length
        && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
  }

  /** Recordings that were unpacked; removed when they are closed, or the JVM ends before. */
  private static final class Copies implements AutoCloseable {
    private final List<Path> files = new CopyOnWriteArrayList<>();
    private AtExit atExit;

    Path file() throws IOException {
      if (atExit == null) {
        atExit = AtExit.run(this::deleteQuietly);
      }
      Path file = Files.createTempFile("streambench-", ".jfr");
      files.add(file);
      return file;
    }

    long bytes() throws IOException {
      long bytes = 0;
      for (Path file : files) {
        bytes += Files.size(file);
      }
      return bytes;
    }

    private void deleteQuietly() {
      try {
        delete();
      } catch (IOException e) {
        // the JVM ends, or something else has gone wrong and is told
      }
    }

    private void delete() throws IOException {
      for (Path file : files) {
        Files.deleteIfExists(file);
      }
    }

    void closeQuietly() {
      deleteQuietly();
      forget();
    }

    private void forget() {
      if (atExit != null) {
        atExit.close();
      }
    }

    @Override
    public void close() throws IOException {
      try {
        delete();
      } finally {
        forget();
      }
    }
  }

  /** Keeps a zip open for as long as its entries are read. */
  private record Empty(ZipFile zip) implements EventReader {
    @Override
    public FlowControlEvent next() {
      return null;
    }

    @Override
    public ReadCounts counts() {
      return ReadCounts.NONE;
    }

    @Override
    public long lastTimeNanos() {
      return FlowControlEvent.UNKNOWN;
    }

    @Override
    public void close() throws IOException {
      zip.close();
    }
  }

  /** Removes the copies that were needed to read. */
  private record Closing(EventReader reader, Copies copies) implements EventReader {
    @Override
    public FlowControlEvent next() throws IOException {
      return reader.next();
    }

    @Override
    public ReadCounts counts() {
      return reader.counts();
    }

    @Override
    public long lastTimeNanos() {
      return reader.lastTimeNanos();
    }

    @Override
    public void close() throws IOException {
      try {
        reader.close();
      } finally {
        copies.close();
      }
    }
  }
}
