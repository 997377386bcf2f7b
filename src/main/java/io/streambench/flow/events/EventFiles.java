package io.streambench.flow.events;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.streambench.base.TextFormat;
import io.streambench.flow.threads.DumpConverter;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.ThreadDumpJsonParser;
import java.io.ByteArrayInputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.tukaani.xz.XZInputStream;

/**
 * Opens recordings, logs and text dumps, including compressed files, archives and folders. Detects
 * a file's type by its content, not by its name. In the folder of a run, reads only the recordings,
 * or only the logs if there is no recording.
 */
public final class EventFiles {
  private static final int MAX_FOLDER_DEPTH = 4;
  private static final int MAX_FILES = 1_000;

  /** The maximum number of files, including archive entries and layers of compression. */
  private static final int MAX_STREAMS = 10_000;

  private static final int BUFFER_BYTES = 1 << 13;
  private static final long MAX_RECORDING_BYTES = 4L << 30;
  private static final int MAX_XZ_KILOBYTES = 100 * 1024;
  private static final int MAX_LAYERS = 3;

  private static final int MAX_CONVERTED_BYTES = 32 << 20;

  private static final String INNER_SEPARATOR = ": ";
  private final Sessions sessions = new Sessions();
  private final TimestampParser.UndatedDays undatedDays = new TimestampParser.UndatedDays();
  private final Map<EventReader, String> namesByReader = new LinkedHashMap<>();
  private final List<Closeable> resources = new ArrayList<>();
  private final UnpackedFiles unpackedFiles = new UnpackedFiles(MAX_RECORDING_BYTES);

  private ReadCounts otherCounts = ReadCounts.NONE;
  private int streamCount;

  /** The name of each source, keyed by the first decompressed bytes of the source. */
  private final Map<String, String> namesByHead = new HashMap<>();

  private EventFiles() {
    resources.add(unpackedFiles);
  }

  /**
   * Opens several files of one run as one source. Files without dates must be given oldest first.
   * They are not read if other files have dates.
   *
   * @throws SameLogException if two files are the same log, whose content would count twice
   */
  public static EventReader open(List<Path> files) throws IOException {
    EventFiles opened = new EventFiles();
    try {
      for (Path file : files) {
        opened.add(file);
      }
      return new MergedEvents(opened.namesByReader, opened.otherCounts, opened.resources);
    } catch (IOException | RuntimeException e) {
      try {
        MergedEvents.close(opened.resources.iterator());
      } catch (IOException suppressed) {
        e.addSuppressed(suppressed);
      }
      throw e;
    }
  }

  private void add(Path file) throws IOException {
    if (Files.isDirectory(file)) {
      addFolder(file);
      return;
    }
    boolean isPipe = Files.exists(file) && !Files.isRegularFile(file);
    addStream(openStream(file), file.toString(), 0, isPipe ? null : file);
  }

  /** Opens a file or pipe. {@code Files.newInputStream} cannot be used for a pipe. */
  private static SalvagingInputStream openStream(Path file) throws IOException {
    return new SalvagingInputStream(new FileInputStream(file.toFile()), false);
  }

  /** Returns a file's name without its folder, but with the folders inside an archive. */
  static String displayName(String name) {
    int inner = name.indexOf(INNER_SEPARATOR);
    int folder = name.lastIndexOf('/', inner < 0 ? name.length() : inner);
    return name.substring(folder + 1);
  }

  /**
   * Throws {@link SameLogException} if a file is not empty and starts with the same bytes as an
   * earlier file.
   */
  private void checkNotDuplicate(String name, String head) throws IOException {
    String other = head.isEmpty() ? null : namesByHead.putIfAbsent(head, name);
    if (other != null) {
      throw new SameLogException(other, name);
    }
  }

  private void addFolder(Path folder) throws IOException {
    List<Path> files;
    try (Stream<Path> all = Files.walk(folder, MAX_FOLDER_DEPTH)) {
      files = all.filter(Files::isRegularFile).limit(MAX_FILES + 1L).sorted().toList();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    if (files.size() > MAX_FILES) {
      throw new IOException(TextFormat.of("more than %,d files", MAX_FILES));
    }
    for (Path file : chooseFiles(files, path -> folder.relativize(path).toString())) {
      add(file);
    }
  }

  private void addZip(Path file, String name, int layers) throws IOException {
    ZipFile zip;
    try {
      zip = new ZipFile(file.toFile());
    } catch (ZipException e) {
      addFindings(
          List.of(), List.of(displayName(name) + " is not read: it is a damaged zip"), true);
      return;
    }
    resources.add(zip);
    List<ZipEntry> entries =
        zip.stream()
            .filter(entry -> !entry.isDirectory())
            .sorted(Comparator.comparing(ZipEntry::getName))
            .map(ZipEntry.class::cast)
            .toList();
    for (ZipEntry entry : chooseFiles(entries, ZipEntry::getName)) {
      SalvagingInputStream in = new SalvagingInputStream(zip.getInputStream(entry), false);
      addStream(in, name + INNER_SEPARATOR + entry.getName(), layers, null);
    }
  }

  /**
   * Chooses the files to read. From the folder of a run, chooses the recordings, or else the logs,
   * or else all files. From any other folder, chooses all files, without the logs if there is a
   * recording.
   */
  private <T> List<T> chooseFiles(List<T> files, Function<T, String> name) {
    boolean isRunFolder =
        files.stream().anyMatch(file -> name.apply(file).endsWith("verdict.json"));
    List<T> recordings = files.stream().filter(file -> name.apply(file).endsWith(".jfr")).toList();
    List<T> logs = files.stream().filter(file -> name.apply(file).contains(".log")).toList();
    if (isRunFolder) {
      return !recordings.isEmpty() ? recordings : logs.isEmpty() ? files : logs;
    }
    if (recordings.isEmpty() || logs.isEmpty()) {
      return files;
    }
    addRemark(
        TextFormat.of(
            "%,d log(s) beside a recording are not read: analyze them by themselves", logs.size()));
    return files.stream().filter(file -> !logs.contains(file)).toList();
  }

  /** Adds the files of a tar archive, unpacking each first because a tar can be read only once. */
  private void addTar(InputStream in, String name, int layers) throws IOException {
    try (TarArchiveInputStream tar = new TarArchiveInputStream(in)) {
      for (TarArchiveEntry entry; (entry = tar.getNextEntry()) != null; ) {
        if (entry.isFile()) {
          Path file = unpackedFiles.unpack(tar, name);
          addStream(openStream(file), name + INNER_SEPARATOR + entry.getName(), layers, file);
        }
      }
    } catch (IllegalArgumentException e) { // thrown by the library for some damaged headers
      throw new IOException(name + " is a damaged tar", e);
    }
  }

  /**
   * Adds the content of a stream.
   *
   * @param file the file with the content of the stream, or null
   */
  private void addStream(SalvagingInputStream in, String name, int layers, Path file)
      throws IOException {
    FileHead head = FileHead.of(in);
    boolean zip = head.isZip() && !head.isUnsupported();
    boolean compressed = head.isGzip() || head.isXz();
    if (++streamCount > MAX_STREAMS || layers == MAX_LAYERS && (zip || compressed)) {
      in.close();
      throw new IOException(
          streamCount > MAX_STREAMS
              ? TextFormat.of("%s is one of more than %,d files", name, MAX_STREAMS)
              : TextFormat.of("%s is packed more than %d times", name, MAX_LAYERS));
    }
    if (zip) {
      try (in) {
        addZip(file == null ? unpackedFiles.unpack(in, name) : file, name, layers + 1);
      }
    } else if (compressed) {
      addStream(decompress(in, head.isGzip()), name, layers + 1, null);
    } else if (head.isUtf16()) {
      byte[] text = in.readNBytes(MAX_CONVERTED_BYTES + 1);
      in.close();
      if (text.length > MAX_CONVERTED_BYTES) {
        throw new IOException(
            name + " is large and in UTF-16: iconv -f UTF-16 -t UTF-8 FILE makes one to be read");
      }
      byte[] utf8 = new String(text, head.isLittleEndian() ? UTF_16LE : UTF_16BE).getBytes(UTF_8);
      InputStream decoded = new ByteArrayInputStream(utf8);
      addStream(new SalvagingInputStream(decoded, false), name, layers, null);
    } else if (head.isRecording()) {
      try (in) {
        checkNotDuplicate(name, head.text());
        Path recording = file == null ? unpackedFiles.unpack(in, name) : file;
        addReader(new RecordingReader(recording, name, sessions), name);
      }
    } else if (head.isTar()) {
      addTar(in, name, layers);
    } else {
      addText(in, name, head);
    }
  }

  private void addText(SalvagingInputStream in, String name, FileHead head) throws IOException {
    int documentStart = ThreadDumpJsonParser.findBegin(head.text());
    if (head.isSavedDumps()) {
      in.close();
      addRemark(displayName(name) + " was saved by diagnose: analyze that file by itself");
    } else if (head.isBinary() || head.isUnsupported()) {
      in.close();
      String remark = " is not read: unpack it, or analyze a heap dump by itself";
      addFindings(List.of(), List.of(displayName(name) + remark), head.hasUnsupportedCompression());
    } else if (documentStart >= 0) {
      in.skipNBytes(documentStart);
      addDocument(in, name, DumpConverter.isJson(head.text().substring(documentStart)));
    } else if (JsonEntries.FormatDetector.isDocument(head.text())) {
      byte[] start = in.readNBytes(MAX_CONVERTED_BYTES + 1);
      InputStream lines = new SequenceInputStream(new ByteArrayInputStream(start), in);
      if (start.length <= MAX_CONVERTED_BYTES) {
        in.close();
        JsonEntries entries = new JsonEntries(start);
        addFindings(List.of(), List.of(), entries.truncated);
        lines = new ByteArrayInputStream(String.join("\n", entries.lines()).getBytes(UTF_8));
      }
      addLog(lines, name);
    } else {
      addLog(in, name);
      if (!head.hasDumpStart()) { // dumps of the same JVM may start with the same bytes
        checkNotDuplicate(name, head.text());
      }
    }
  }

  private void addLog(InputStream lines, String name) {
    addReader(
        new JettyLogReader(lines, name, sessions, undatedDays, JettyLogReader.CHUNK_BYTES), name);
  }

  private void addReader(EventReader reader, String name) {
    namesByReader.put(reader, name);
    resources.add(reader);
  }

  private void addDocument(InputStream in, String name, boolean isJson) throws IOException {
    try (in;
        InputStream json = isJson ? in : DumpConverter.toJson(in)) {
      ThreadDumpJsonParser.ParsedDumps found =
          ThreadDumpJsonParser.parse(json, name, OptionalLong.empty());
      List<String> remarks =
          found.dumps().isEmpty() ? List.of(displayName(name) + " has no thread in it") : List.of();
      addFindings(found.dumps(), remarks, found.isTruncated());
    }
  }

  private void addRemark(String remark) {
    addFindings(List.of(), List.of(remark), false);
  }

  private void addFindings(List<ThreadDump> threads, List<String> remarks, boolean isTruncated) {
    otherCounts = otherCounts.plus(ReadCounts.ofText(threads, remarks, isTruncated));
  }

  private static SalvagingInputStream decompress(InputStream compressed, boolean isGzip)
      throws IOException {
    try {
      return isGzip
          ? new SalvagingInputStream(new GZIPInputStream(compressed, BUFFER_BYTES), false)
          : new SalvagingInputStream(new XZInputStream(compressed, MAX_XZ_KILOBYTES), true);
    } catch (EOFException e) {
      // truncated within the header: handled like a later truncation
      return SalvagingInputStream.newFailingStream(compressed);
    }
  }
}
