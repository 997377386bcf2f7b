package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.streambench.config.Text;
import io.streambench.files.AtExit;
import io.streambench.threads.ThreadDumpDocument;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Opens whatever tells of a hang: recordings, logs and dumps as text, plain or packed by gzip, xz,
 * zip or tar, and folders of them. The file type is detected by the first bytes, not by the name.
 * The folder or the zip of a run is read by its recording, or else by its log: they know more than
 * its other files.
 */
public final class EventFiles {
  private static final byte[] GZIP = {0x1f, (byte) 0x8b};
  private static final byte[] XZ = {(byte) 0xfd, '7', 'z', 'X', 'Z', 0};
  private static final byte[] ZIP = {'P', 'K', 3, 4};
  private static final byte[] RECORDING = {'F', 'L', 'R', 0};
  private static final byte[] UTF_16_LITTLE = {(byte) 0xff, (byte) 0xfe};
  private static final byte[] UTF_16_BIG = {(byte) 0xfe, (byte) 0xff};
  private static final byte[] TAR = {'u', 's', 't', 'a', 'r'};
  private static final int TAR_AT = 257;
  private static final int HEAD_BYTES = 1 << 12;
  private static final int MOST_FOLDERS_DEEP = 4;
  private static final int MOST_FILES = 1_000;
  private static final int BUFFER_BYTES = 1 << 13;
  private static final long MOST_RECORDING_BYTES = 4L << 30;
  private static final int XZ_KILOBYTES = 100 * 1024;
  private static final int MOST_LAYERS = 3;
  private static final int KIND_LENGTH = 4;
  private static final Map<String, String> OTHER_KINDS =
      Map.of(
          "JAVA", "it is a heap dump: analyze it by itself",
          "PK\3\4", "it is a zip within another file: unpack it",
          "\u0028\u00b5\u002f\u00fd", "it is packed by zstd: unpack it",
          "BZh9", "it is packed by bzip2: unpack it");
  private static final String INNER = ": ";
  private static final String VERDICT = "verdict.json";
  private static final Pattern DUMP =
      Pattern.compile(
          "Full thread dump|3XMTHREADINFO|(?m)^\\W*Thread \\d+: \\(state|^\\W*#\\d+ \""
              + "|^\\W*\"[^\"\\n]+\" (?:#\\d|daemon |Id=|prio=|- Thread t@)|^[| ]*\\+[=>~:-] ?\\w");

  private final Sessions sessions = new Sessions();
  private final LineTime.UndatedDays days = new LineTime.UndatedDays();
  private final List<EventReader> readers = new ArrayList<>();
  private final Copies copies = new Copies();

  /** The first bytes of the sources, unpacked, with their names. */
  private final Map<ByteBuffer, String> beginnings = new HashMap<>();

  private EventFiles() {}

  /** Two of the sources that are to be read together are one log, or one is a copy of the other. */
  public static final class SameLogException extends IOException {
    private static final long serialVersionUID = 1L;

    private SameLogException(String one, String other) {
      super(one + " and " + other + " begin with the same bytes");
    }
  }

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
      List<Closeable> open = new ArrayList<>(opened.readers);
      open.add(opened.copies);
      for (Closeable one : open) {
        try {
          one.close();
        } catch (IOException suppressed) {
          e.addSuppressed(suppressed);
        }
      }
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

  /** A name without folders on this machine; those within a packed file stay. */
  static String shown(String name) {
    int inner = name.indexOf(INNER);
    int folder = name.lastIndexOf('/', inner < 0 ? name.length() : inner);
    return name.substring(folder + 1);
  }

  private void addRecording(Path file, String name) throws IOException {
    try (SalvagingInputStream begin = new SalvagingInputStream(Files.newInputStream(file), false)) {
      requireNew(name, begin);
    }
    readers.add(new RecordingReader(file, name, sessions));
  }

  /**
   * Looks at the first bytes of a source, which will be read again. A log that is given twice, such
   * as plain and packed, begins twice alike, and so does its older copy; with times and sessions in
   * every line, any two logs differ. Empty ones may be many.
   */
  private void requireNew(String name, SalvagingInputStream source) throws IOException {
    ByteBuffer begin = ByteBuffer.wrap(source.head(HEAD_BYTES));
    String other = begin.hasRemaining() ? beginnings.putIfAbsent(begin, name) : null;
    if (other != null) {
      throw new SameLogException(other, name);
    }
  }

  /** A pipe can be read once, and asking a channel how much is left makes it seek. */
  private void addPipe(Path file) throws IOException {
    SalvagingInputStream in = new SalvagingInputStream(new FileInputStream(file.toFile()), false);
    if (startsWith(in.head(HEAD_BYTES), ZIP)) {
      in.close();
      throw new IOException("a zip cannot be read from a pipe");
    }
    addStream(in, file.toString());
  }

  private void addFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder, MOST_FOLDERS_DEEP)) {
      files = all.filter(Files::isRegularFile).limit(MOST_FILES + 1L).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (files.size() > MOST_FILES) {
      throw new IOException(Text.of("more than %,d files", MOST_FILES));
    }
    for (Path file : chosen(files, path -> folder.relativize(path).toString())) {
      add(file);
    }
  }

  private void addZip(Path file) throws IOException {
    ZipFile zip = new ZipFile(file.toFile());
    readers.add(new WithoutEvents(zip, ReadCounts.NONE));
    List<ZipEntry> entries =
        zip.stream()
            .filter(entry -> !entry.isDirectory())
            .sorted(Comparator.comparing(ZipEntry::getName))
            .map(ZipEntry.class::cast)
            .toList();
    for (ZipEntry entry : chosen(entries, ZipEntry::getName)) {
      addStream(zip.getInputStream(entry), file + INNER + entry.getName());
    }
  }

  /**
   * Of a run, which has a verdict, the recordings or else the logs; of anything else all, but for
   * logs beside a recording, which knows more.
   */
  private <T> List<T> chosen(List<T> files, Function<T, String> name) {
    boolean ofRun = files.stream().anyMatch(file -> name.apply(file).endsWith(VERDICT));
    List<T> recordings = files.stream().filter(file -> name.apply(file).endsWith(".jfr")).toList();
    List<T> logs = files.stream().filter(file -> name.apply(file).contains(".log")).toList();
    if (ofRun) {
      return !recordings.isEmpty() ? recordings : logs.isEmpty() ? files : logs;
    }
    if (recordings.isEmpty() || logs.isEmpty()) {
      return files;
    }
    readers.add(
        WithoutEvents.remark(
            Text.of(
                "%,d log(s) beside a recording are not read: analyze them by themselves",
                logs.size())));
    return files.stream().filter(file -> !logs.contains(file)).toList();
  }

  /** A tar can be read once and in its order, so its files are unpacked first. */
  private void addTar(InputStream in, String name) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
      for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
        if (entry.isFile()) {
          Path copy = copies.file();
          unpack(tar, copy, name, copies.bytes(), MOST_RECORDING_BYTES);
          String inner = name + INNER + entry.getName();
          if (startsWith(head(copy), RECORDING)) {
            addRecording(copy, inner);
          } else {
            addStream(Files.newInputStream(copy), inner);
          }
        }
      }
    } catch (IllegalArgumentException e) { // its library, of some damaged headers
      throw new IOException(name + " is a damaged tar", e);
    }
  }

  /** Plain text, or packed, or (inside a zip or packed) a recording. */
  private void addStream(InputStream in, String name) throws IOException {
    addStream(new SalvagingInputStream(in, false), name, 0);
  }

  /**
   * @param layers around it that were unpacked
   */
  private void addStream(SalvagingInputStream in, String name, int layers) throws IOException {
    byte[] head = in.head(HEAD_BYTES);
    boolean gzip = startsWith(head, GZIP);
    if (layers == MOST_LAYERS && (gzip || startsWith(head, XZ))) {
      in.close();
      throw new IOException(Text.of("%s is packed more than %d times", name, MOST_LAYERS));
    }
    if (gzip) {
      addStream(
          unpacked(in, packed -> new GZIPInputStream(packed, BUFFER_BYTES), false),
          name,
          layers + 1);
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
    } else if (startsWith(head, TAR, TAR_AT)) {
      addTar(in, name);
    } else {
      addText(in, name, head);
    }
  }

  private void addText(SalvagingInputStream in, String name, byte[] head) throws IOException {
    String text = new String(head, ISO_8859_1);
    String other = OTHER_KINDS.get(text.substring(0, Math.min(text.length(), KIND_LENGTH)));
    int document = ThreadDumpDocument.begins(text);
    if (other != null || text.indexOf('\0') >= 0) {
      in.close();
      readers.add(
          WithoutEvents.remark(
              shown(name) + " is not read: " + (other == null ? "it is no text" : other)));
    } else if (document >= 0) {
      in.skipNBytes(document);
      addDocument(in, name, text.charAt(document) == '<');
    } else {
      SalvagingInputStream lines =
          new SalvagingInputStream(JsonEvents.is(text) ? new JsonEvents(in) : in, false);
      readers.add(new JettyLogReader(lines, name, sessions, days));
      if (!DUMP.matcher(text).find()) { // dumps of one JVM may well begin alike
        requireNew(name, lines);
      }
    }
  }

  /** A document of threads has no events. */
  private void addDocument(InputStream in, String name, boolean xml) throws IOException {
    try (in) {
      ThreadDumpDocument.Found found = ThreadDumpDocument.read(in, name, xml);
      List<String> remarks =
          found.dumps().isEmpty() ? List.of(shown(name) + " has no thread in it") : List.of();
      readers.add(
          WithoutEvents.of(
              new TextFindings(found.dumps(), List.of(), List.of(), remarks), found.cut()));
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

  /** Opens a packed stream, which reads the stream's header. */
  private interface Unpacking {
    InputStream open(InputStream packed) throws IOException;
  }

  private static SalvagingInputStream unpacked(
      InputStream packed, Unpacking unpacking, boolean onlyAvailable) throws IOException {
    try {
      return new SalvagingInputStream(unpacking.open(packed), onlyAvailable);
    } catch (EOFException e) {
      // cut within the header: as damaged as one that is cut behind it
      return SalvagingInputStream.damaged(packed);
    }
  }

  private static byte[] head(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.readNBytes(HEAD_BYTES);
    }
  }

  private static boolean startsWith(byte[] head, byte[] magic) {
    return startsWith(head, magic, 0);
  }

  private static boolean startsWith(byte[] head, byte[] magic, int at) {
    int end = at + magic.length;
    return head.length >= end && Arrays.equals(head, at, end, magic, 0, magic.length);
  }

  /** Recordings that were unpacked; removed when they are closed, or the JVM ends before. */
  private static final class Copies implements Closeable {
    private final List<Path> files = new CopyOnWriteArrayList<>();
    private AtExit atExit;

    Path file() throws IOException {
      if (atExit == null) {
        atExit = AtExit.run(() -> files.forEach(file -> file.toFile().delete()));
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

    @Override
    public void close() throws IOException {
      try {
        for (Path file : files) {
          Files.deleteIfExists(file);
        }
      } finally {
        if (atExit != null) {
          atExit.close();
        }
      }
    }
  }

  /** A source without events: a zip that stays open for its entries, a document, a remark. */
  private record WithoutEvents(Closeable held, ReadCounts counts) implements EventReader {
    static WithoutEvents remark(String remark) {
      return of(new TextFindings(List.of(), List.of(), List.of(), List.of(remark)), false);
    }

    static WithoutEvents of(TextFindings text, boolean cut) {
      return new WithoutEvents(
          () -> {}, new ReadCounts(0, 0, 0, 0, 0, cut, false, List.of(), text));
    }

    @Override
    public FlowControlEvent next() {
      return null;
    }

    @Override
    public long lastTimeNanos() {
      return FlowControlEvent.UNKNOWN;
    }

    @Override
    public void close() throws IOException {
      held.close();
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
