package io.streambench.diagnose.heap;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.diagnose.heap.HeapThreads.HeapThread;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.netbeans.lib.profiler.heap.Heap;
import org.netbeans.lib.profiler.heap.HeapFactory;
import org.netbeans.lib.profiler.heap.Instance;
import org.netbeans.lib.profiler.heap.JavaClass;
import org.netbeans.lib.profiler.heap.JavaFrameGCRoot;
import org.netbeans.lib.profiler.heap.ThreadObjectGCRoot;

/** An open HotSpot heap dump, plain or gzipped, with its index in a separate folder. */
public final class HeapDump {
  private static final String MAGIC = "JAVA PROFILE 1.0.";
  private static final String GZIP = "\u001f\u008b";

  /** The maximum ratio of the size of the index to the size of the dump. */
  private static final double INDEX_SIZE_RATIO = 1.5;

  private final Heap heap;
  final long timeMillis;
  private final Map<String, List<JavaClass>> classes = new HashMap<>();

  private HeapDump(Path uncompressedFile) throws IOException {
    this.timeMillis = HprofValidator.requireComplete(uncompressedFile);
    this.heap = HeapFactory.createHeap(uncompressedFile.toFile());
    for (Object classObject : heap.getAllClasses()) {
      JavaClass type = (JavaClass) classObject;
      classes.computeIfAbsent(type.getName(), name -> new ArrayList<>()).add(type);
    }
    if (!classes.containsKey("java.lang.Thread")) {
      throw new EOFException("it has no classes");
    }
    requireAcyclicSuperclasses();
  }

  /** Throws an exception if a class is its own direct or indirect superclass. */
  private void requireAcyclicSuperclasses() throws IOException {
    Set<Long> checked = new HashSet<>();
    for (Object classObject : heap.getAllClasses()) {
      Set<Long> visited = new HashSet<>();
      JavaClass next = (JavaClass) classObject;
      while (next != null && !checked.contains(next.getJavaClassId())) {
        if (!visited.add(next.getJavaClassId())) {
          throw new IOException("class " + next.getName() + " is its own superclass");
        }
        next = next.getSuperClass();
      }
      checked.addAll(visited);
    }
  }

  /** Returns whether the file starts like a heap dump, plain or gzipped. */
  public static boolean isHeapDump(Path file) {
    if (!Files.isRegularFile(file)) {
      return false;
    }
    try {
      return readHead(file).startsWith(MAGIC);
    } catch (IOException e) {
      return false; // the next reader reports the error
    }
  }

  /**
   * Opens a heap dump. The folder {@code scratch} needs room for an index of up to one and a half
   * times the size of the dump. A gzipped dump is also decompressed there.
   *
   * @throws SettingException if the file is not a readable dump, or is truncated
   * @throws IOException if there is no room for its index
   */
  static HeapDump open(String setting, Path file, Path scratch) throws IOException {
    String head = readHead(file);
    SettingException.throwIf(
        !head.startsWith(MAGIC), setting, "be a heap dump (it does not begin as one)", file);
    Path plain;
    try {
      plain = decompress(file, scratch);
    } catch (ZipException | EOFException e) {
      throw damagedFileException(setting, file, e);
    }
    requireDiskSpace((long) (INDEX_SIZE_RATIO * Files.size(plain)), scratch);
    try {
      return new HeapDump(plain);
    } catch (FileSystemException e) { // no room
      throw e;
    } catch (IOException | RuntimeException | AssertionError | InternalError e) {
      throw damagedFileException(setting, file, e); // typical failures with a damaged dump
    }
  }

  /** Throws an exception if fewer than {@code bytes} bytes of disk space are available. */
  private static void requireDiskSpace(long bytes, Path scratch) throws IOException {
    long availableBytes = Files.getFileStore(scratch).getUsableSpace();
    if (availableBytes < bytes) {
      throw new FileSystemException(
          scratch.toString(),
          null,
          TextFormat.of(
              "reading the dump takes up to %,d MB of disk and %,d MB are left; another folder:"
                  + " JAVA_OPTS=-Djava.io.tmpdir=FOLDER",
              bytes >> 20, availableBytes >> 20));
    }
  }

  /** Creates an exception for a damaged dump. */
  static SettingException damagedFileException(String setting, Path file, Throwable e) {
    return new SettingException(
        setting,
        TextFormat.of("be a whole heap dump (%s: it seems to be cut short or damaged)", e),
        file);
  }

  private static Path decompress(Path file, Path scratch) throws IOException {
    Path plain = scratch.resolve("heap.hprof");
    if (!readHead(Files.newInputStream(file)).startsWith(GZIP)) {
      return Files.createSymbolicLink(plain, file.toRealPath());
    }
    try (InputStream compressed = Files.newInputStream(file);
        InputStream in = new GZIPInputStream(compressed, 1 << 16)) {
      Files.copy(in, plain);
    }
    return plain;
  }

  private static String readHead(Path file) throws IOException {
    String begin = readHead(Files.newInputStream(file));
    if (!begin.startsWith(GZIP)) {
      return begin;
    }
    try (InputStream compressed = Files.newInputStream(file)) {
      return readHead(new GZIPInputStream(compressed));
    }
  }

  private static String readHead(InputStream in) throws IOException {
    try (in) {
      return new String(in.readNBytes(MAGIC.length()), StandardCharsets.ISO_8859_1);
    }
  }

  boolean has(String className) {
    return classes.containsKey(className);
  }

  /** Returns all instances of a class and its subclasses, from any class loader. */
  List<HeapObject> instances(String className) {
    List<HeapObject> found = new ArrayList<>();
    for (List<JavaClass> sameName : classes.values()) {
      for (JavaClass type : sameName) {
        if (HeapObject.isInstanceOf(type, className)) {
          for (Object object : type.getInstances()) {
            found.add(HeapObject.of((Instance) object));
          }
        }
      }
    }
    return found;
  }

  /** Returns the number in a static field or in its {@code AtomicLong}; empty if there is none. */
  Optional<Long> staticNumber(String className, String field) {
    return classes.getOrDefault(className, List.of()).stream()
        .map(type -> type.getValueOfStaticField(field))
        .map(
            found ->
                found instanceof Instance atomic ? HeapObject.of(atomic).number("value") : found)
        .filter(Number.class::isInstance)
        .map(value -> ((Number) value).longValue())
        .findFirst();
  }

  /** Returns the live threads with their stacks and local variables, by thread object. */
  Map<HeapObject, HeapThread> threads() {
    Map<HeapObject, HeapThread> threads = new HashMap<>();
    for (Object gcRoot : heap.getGCRoots()) {
      if (gcRoot instanceof ThreadObjectGCRoot root && root.getInstance() != null) {
        HeapObject thread = HeapObject.of(root.getInstance());
        HeapThread read = HeapThread.of(thread, root.getStackTrace());
        // a thread may be a root twice, once without a stack
        threads.merge(
            thread,
            read,
            (first, other) ->
                first.description().stack().size() < other.description().stack().size()
                    ? other
                    : first);
      }
    }
    for (Object gcRoot : heap.getGCRoots()) {
      if (gcRoot instanceof JavaFrameGCRoot frame
          && frame.getInstance() != null
          && frame.getThreadGCRoot() != null) {
        HeapThread thread = threads.get(HeapObject.of(frame.getThreadGCRoot().getInstance()));
        if (thread != null) {
          thread.locals().add(HeapObject.of(frame.getInstance()));
        }
      }
    }
    return threads;
  }
}
