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
 * Inspects the heap of a running JVM: dumps it, finds the waiting threads, and checks whether they
 * continue afterwards. The JVM is stopped during a dump.
 *
 * @param silence how long a waiting reader is watched
 * @param longStopAllowed whether a dump may stop the JVM for any length of time
 * @param format receives a line for each dump
 */
record HeapInspection(Jcmd jvm, Duration silence, boolean longStopAllowed, FormatOption format) {
  /** Maximum heap dumped without {@code --yes}; a larger dump would stop the JVM for long. */
  private static final long MAX_UNCONFIRMED_BYTES = 2L << 30;

  /**
   * If the first dump stopped the JVM for longer, a second one needs {@code --yes}. The limit is
   * half of the default {@code zkClientTimeout} in Solr's solr.xml, since the second dump can take
   * longer than the first.
   */
  private static final Duration MAX_UNCONFIRMED_STOP = Duration.ofSeconds(15);

  /** Maximum dump-to-heap ratio: below 32 GB, references take twice the space in a dump. */
  private static final double DUMP_SIZE_RATIO = 1.5;

  record Result(HeapDiagnosis diagnosis, long stoppedNanos) {}

  /** Returns whether {@code --yes} is missing although the heap is large or of unknown size. */
  boolean needsConfirmation() throws IOException {
    return !longStopAllowed
        && jvm.heapBytes().map(bytes -> bytes > MAX_UNCONFIRMED_BYTES).orElse(true);
  }

  /**
   * Throws if there is not enough disk space for an inspection.
   *
   * @param setting setting that determines the folder of the dump
   * @param kept whether the dump is kept, in which case a second one goes to the same folder
   */
  void requireRoom(String setting, Path dumps, Path scratch, boolean kept) throws IOException {
    Optional<Long> heapBytes = jvm.heapBytes();
    if (heapBytes.isPresent()) {
      long dumped = (long) (DUMP_SIZE_RATIO * heapBytes.get());
      ScratchFolder.requireRoom(setting, dumps, dumped);
      ScratchFolder.requireRoom("java.io.tmpdir", scratch, (kept ? 3 : 5) * dumped / 2);
    }
  }

  /** Inspects the heap with dumps in {@code folder}; moves the first to {@code keep}, if any. */
  Result inspect(ScratchFolder scratch, Path folder, Optional<Path> keep)
      throws IOException, InterruptedException {
    String name = "streambench-" + jvm.pid() + "-" + scratch.path().getFileName();
    Path first = folder.resolve(name + ".hprof");
    first.toFile().deleteOnExit(); // registered now, in case this JVM ends early
    Map<Long, String> before = ThreadWatch.cpuTimes(jvm.threadDump());
    long stoppedNanos = dump(first);
    long firstBytes = Files.size(first);
    HeapDiagnosis found;
    Optional<ThreadWatch> threads = watchThreads(before);
    try {
      found = read(first, scratch.resolve("first"));
    } finally {
      if (keep.isEmpty()) {
        Files.deleteIfExists(first);
      } else {
        Files.move(first, keep.get()); // fails if the file exists by now
        format.printNote("kept: " + keep.get());
      }
    }
    if (found.threads().isEmpty() || threads.isEmpty()) {
      return new Result(found, stoppedNanos);
    }
    Path second = folder.resolve(name + "-second.hprof");
    second.toFile().deleteOnExit();
    HeapDiagnosis latest = found;
    try {
      latest = found.withActivity(threads.get().watch(jvm, found.threads(), silence));
      if (!latest.needsSecondDump()) {
        return new Result(latest, stoppedNanos);
      }
      if (!longStopAllowed && stoppedNanos > MAX_UNCONFIRMED_STOP.toNanos()) {
        format.warn(
            "no second dump, which might decide: the first took more than half of Solr's"
                + " zkClientTimeout of 30 s. --yes takes it all the same");
        return new Result(latest, stoppedNanos);
      }
      // A running thread may or may not be reading; only the byte counts of a second dump show
      // that.
      ScratchFolder.requireRoom("java.io.tmpdir or --keep", folder, firstBytes * 5 / 4);
      stoppedNanos += dump(second);
      return new Result(
          read(second, scratch.resolve("second")).comparedWith(found, silence), stoppedNanos);
    } catch (IOException | SettingException e) { // the JVM has ended, or there is no disk space
      format.warn("nothing more is known about the time after the dump: " + e.getMessage());
      return new Result(latest, stoppedNanos);
    } finally {
      Files.deleteIfExists(second);
    }
  }

  private Optional<ThreadWatch> watchThreads(Map<Long, String> before) {
    try {
      return Optional.of(
          new ThreadWatch(before, ThreadWatch.cpuTimes(jvm.threadDump()), System.nanoTime()));
    } catch (IOException | SettingException e) {
      format.warn("nothing is known about the time after the dump: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Dumps the heap; returns the maximum time for which the JVM was stopped, in nanoseconds. */
  private long dump(Path file) throws IOException {
    long begun = System.nanoTime();
    jvm.dump(file);
    long nanos = System.nanoTime() - begun;
    format.printNote(
        TextFormat.of(
            "dumped %,d MB in %.1f s; the JVM was stopped during that time",
            Files.size(file) >> 20, nanos / 1e9));
    return nanos;
  }

  private HeapDiagnosis read(Path dump, Path index) throws IOException {
    try {
      return HeapDiagnosis.read("PID", dump, index);
    } finally {
      DataFolder.remove(index);
    }
  }
}
