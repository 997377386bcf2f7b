package io.streambench.eventlog;

import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
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
  private static final int HEAD_BYTES = 8;
  private static final int BUFFER_BYTES = 1 << 16;
  private static final int XZ_KILOBYTES = 100 * 1024;

  private final Sessions sessions = new Sessions();
  private final UndatedDays days = new UndatedDays();
  private final List<EventReader> readers = new ArrayList<>();
  private final List<Path> temporary = new ArrayList<>();

  private EventFiles() {}

  /**
   * Opens several files of one run as one source. Their order matters only where they tell times
   * without dates over midnight: older ones come first.
   *
   * @param files files or folders
   * @throws IOException if one cannot be read; nothing is left open then
   */
  public static EventReader open(List<Path> files) throws IOException {
    EventFiles opened = new EventFiles();
    try {
      for (Path file : files) {
        opened.add(file);
      }
      return opened.readers.size() == 1
          ? new Closing(opened.readers.get(0), opened.temporary)
          : new Closing(new MergedEvents(opened.readers), opened.temporary);
    } catch (IOException | RuntimeException e) {
      for (EventReader reader : opened.readers) {
        try {
          reader.close();
        } catch (IOException suppressed) {
          e.addSuppressed(suppressed);
        }
      }
      delete(opened.temporary);
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
      readers.add(new RecordingReader(file, sessions));
    } else if (startsWith(head, ZIP)) {
      addZip(file);
    } else {
      addStream(Files.newInputStream(file));
    }
  }

  /** A pipe can be read once, and asking a channel how much is left makes it seek. */
  private void addPipe(Path file) throws IOException {
    WholeTail in = new WholeTail(new FileInputStream(file.toFile()), false);
    if (startsWith(in.head(HEAD_BYTES), ZIP)) {
      in.close();
      throw new IOException("a zip cannot be read from a pipe");
    }
    addStream(in);
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
      addStream(zip.getInputStream(entry));
    }
  }

  /** Plain text, or packed, or (inside a zip or packed) a recording. */
  private void addStream(InputStream in) throws IOException {
    addStream(new WholeTail(in, false));
  }

  private void addStream(WholeTail in) throws IOException {
    byte[] head = in.head(HEAD_BYTES);
    if (startsWith(head, GZIP)) {
      addStream(unpacked(in, packed -> new GZIPInputStream(packed, BUFFER_BYTES), false));
    } else if (startsWith(head, XZ)) {
      addStream(unpacked(in, packed -> new XZInputStream(packed, XZ_KILOBYTES), true));
    } else if (startsWith(head, RECORDING)) {
      Path copy = Files.createTempFile("streambench-", ".jfr");
      temporary.add(copy);
      try (in) {
        Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
      }
      readers.add(new RecordingReader(copy, sessions));
    } else {
      readers.add(new JettyLogReader(in, sessions, days));
    }
  }

  /** How a packed stream is opened, which reads its header. */
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

  private static void delete(List<Path> files) throws IOException {
    for (Path file : files) {
      Files.deleteIfExists(file);
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
  private record Closing(EventReader reader, List<Path> temporary) implements EventReader {
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
      try (reader) {
        delete(temporary);
      }
    }
  }
}
