package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ScratchFolder;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.jvm.Jcmd;
import io.streambench.diagnose.jvm.ThreadWatch;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * An inspection that dumps the heap of a running JVM, finds the threads that wait for data, and
 * checks whether these threads continue after the dump. The JVM is stopped during a dump.
 *
 * @param silence the time for which waiting threads are watched
 * @param isLongPauseAllowed whether a dump may stop the JVM for a long time
 * @param format prints a line for each dump
 */
record HeapInspection(Jcmd jvm, Duration silence, boolean isLongPauseAllowed, FormatOption format) {
  /** The maximum heap size for a dump without {@code --yes}. */
  private static final long MAX_UNCONFIRMED_HEAP_BYTES = 2L << 30;

  /**
   * The maximum duration of a first dump that allows a second dump without {@code --yes}. The limit
   * is half of the default {@code zkClientTimeout} in solr.xml, because the second dump can take
   * longer than the first.
   */
  private static final Duration MAX_UNCONFIRMED_PAUSE = Duration.ofSeconds(15);

  /** The maximum ratio of dump size to heap size. References are not compressed in a dump. */
  private static final double MAX_DUMP_SIZE_RATIO = 1.5;

  record Result(HeapDiagnosis diagnosis, long pauseNanos) {}

  /** Returns whether {@code --yes} is missing for a heap that is large or of unknown size. */
  boolean needsConfirmation() throws IOException {
    return !isLongPauseAllowed
        && jvm.heapBytes().map(bytes -> bytes > MAX_UNCONFIRMED_HEAP_BYTES).orElse(true);
  }

  /**
   * Throws if there is not enough disk space for an inspection.
   *
   * @param setting the setting that determines the folder of the dump
   * @param isFirstDumpKept whether the first dump is kept
   */
  void requireDiskSpace(
      String setting, Path dumpFolder, Path scratchFolder, boolean isFirstDumpKept)
      throws IOException {
    Optional<Long> heapBytes = jvm.heapBytes();
    if (heapBytes.isPresent()) {
      long dumped = (long) (MAX_DUMP_SIZE_RATIO * heapBytes.get());
      ScratchFolder.requireDiskSpace(setting, dumpFolder, dumped);
      ScratchFolder.requireDiskSpace(
          "java.io.tmpdir", scratchFolder, (isFirstDumpKept ? 3 : 5) * dumped / 2);
    }
  }

  /**
   * Writes one or two heap dumps to {@code folder} and diagnoses the dumps. Moves the first dump to
   * {@code keptDump}, if given.
   */
  Result inspect(ScratchFolder scratch, Path folder, Optional<Path> keptDump)
      throws IOException, InterruptedException {
    String name = "streambench-" + jvm.pid() + "-" + scratch.path().getFileName();
    Path first = folder.resolve(name + ".hprof");
    first.toFile().deleteOnExit(); // registered now, in case this JVM ends early
    Map<Long, String> before = ThreadWatch.cpuTimes(jvm.threadDump());
    long stoppedNanos = dumpHeap(first);
    long firstBytes = Files.size(first);
    HeapDiagnosis found;
    Optional<ThreadWatch> threads = startThreadWatch(before);
    try {
      found = readDump(first, scratch.createSubfolder("first"));
    } finally {
      if (keptDump.isEmpty()) {
        Files.deleteIfExists(first);
      } else {
        Files.move(first, keptDump.get()); // fails if the file now exists
        format.printNote("kept: " + keptDump.get());
      }
    }
    if (found.relevantThreads().isEmpty() || threads.isEmpty()) {
      return new Result(found, stoppedNanos);
    }
    Path second = folder.resolve(name + "-second.hprof");
    second.toFile().deleteOnExit();
    HeapDiagnosis latest = found;
    try {
      latest = found.withActivity(threads.get().watch(jvm, found.relevantThreads(), silence));
      if (!latest.needsSecondDump()) {
        return new Result(latest, stoppedNanos);
      }
      if (!isLongPauseAllowed && stoppedNanos > MAX_UNCONFIRMED_PAUSE.toNanos()) {
        format.warn(
            "no second dump, which might decide: the first took more than half of Solr's"
                + " zkClientTimeout of 30 s. --yes takes it all the same");
        return new Result(latest, stoppedNanos);
      }
      // Only the byte counts of a second dump show whether a running thread is reading.
      ScratchFolder.requireDiskSpace("java.io.tmpdir or --keep", folder, firstBytes * 5 / 4);
      stoppedNanos += dumpHeap(second);
      return new Result(
          readDump(second, scratch.createSubfolder("second")).comparedWith(found, silence),
          stoppedNanos);
    } catch (IOException | SettingException e) { // the JVM has ended, or there is no disk space
      format.warn("nothing more is known about the time after the dump: " + e.getMessage());
      return new Result(latest, stoppedNanos);
    } finally {
      Files.deleteIfExists(second);
    }
  }

  private Optional<ThreadWatch> startThreadWatch(Map<Long, String> cpuTimesBeforeDump) {
    try {
      return Optional.of(
          new ThreadWatch(
              cpuTimesBeforeDump, ThreadWatch.cpuTimes(jvm.threadDump()), System.nanoTime()));
    } catch (IOException | SettingException e) {
      format.warn("nothing is known about the time after the dump: " + e.getMessage());
      return Optional.empty();
    }
  }

  /**
   * Dumps the heap. Returns an upper bound, in nanoseconds, for the time that the JVM was stopped.
   */
  private long dumpHeap(Path file) throws IOException {
    long begun = System.nanoTime();
    jvm.dumpHeap(file);
    long nanos = System.nanoTime() - begun;
    format.printNote(
        TextFormat.of(
            "dumped %,d MB in %.1f s; the JVM was stopped during that time",
            Files.size(file) >> 20, nanos / 1e9));
    return nanos;
  }

  private HeapDiagnosis readDump(Path dump, Path indexFolder) throws IOException {
    try {
      return HeapDiagnosis.read("PID", dump, indexFolder);
    } finally {
      DataFolder.remove(indexFolder);
    }
  }
}
