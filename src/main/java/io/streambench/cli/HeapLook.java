package io.streambench.cli;

import io.streambench.cluster.DataFolder;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.heap.HeapDiagnosis;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A look into the heap of a running JVM: a dump, who waits in it, and whether these go on
 * afterwards. The JVM stands still while it is dumped.
 *
 * @param bufferRatio of Jetty's strategy, for the advice
 * @param silence how long a reader that waits is watched
 * @param evenLong whether it may stop the JVM for as long as that takes
 * @param format gets a line for each dump
 */
record HeapLook(
    Jcmd jvm, double bufferRatio, Duration silence, boolean evenLong, FormatOption format) {
  /** A larger heap is asked about first: its JVM would stand still for long. */
  private static final long MOST_UNASKED_BYTES = 2L << 30;

  /**
   * A JVM that stood still for longer is not dumped again unasked: half of the {@code
   * zkClientTimeout} of Solr's own solr.xml, since a second dump can take longer than the first.
   */
  private static final Duration MOST_STOP_UNASKED = Duration.ofSeconds(15);

  /** References take twice the room that they have on a heap of less than 32 GB. */
  private static final double DUMP_OF_HEAP = 1.5;

  record Looked(HeapDiagnosis found, long stoppedNanos) {}

  /** Returns whether its heap is so large that somebody is to be asked first, and was not. */
  boolean stopsForTooLong() throws IOException {
    return !evenLong && jvm.heapBytes().map(bytes -> bytes > MOST_UNASKED_BYTES).orElse(true);
  }

  /**
   * Throws if there is no room for what a look needs.
   *
   * @param setting that chooses the folder of the dump
   * @param kept whether the dump is to stay, so that a second one goes there as well
   */
  void requireRoom(String setting, Path dumps, Path scratch, boolean kept) throws IOException {
    Optional<Long> heapBytes = jvm.heapBytes();
    if (heapBytes.isPresent()) {
      long dumped = (long) (DUMP_OF_HEAP * heapBytes.get());
      ScratchFolder.requireRoom(setting, dumps, dumped);
      ScratchFolder.requireRoom("java.io.tmpdir", scratch, (kept ? 3 : 5) * dumped / 2);
    }
  }

  /** Looks; the first of the dumps in {@code folder} stays where {@code keep} says, if it does. */
  Looked look(ScratchFolder scratch, Path folder, Optional<Path> keep)
      throws IOException, InterruptedException {
    String name = "streambench-" + jvm.pid() + "-" + scratch.path().getFileName();
    Path first = folder.resolve(name + ".hprof");
    first.toFile().deleteOnExit(); // where somebody ends this before it is done
    Map<Long, String> before = ThreadWatch.times(jvm.threads());
    long stoppedNanos = dump(first);
    long firstBytes = Files.size(first);
    HeapDiagnosis found;
    Optional<ThreadWatch> threads = afterwards(before);
    try {
      found = read(first, scratch.within("first"));
    } finally {
      if (keep.isEmpty()) {
        Files.deleteIfExists(first);
      } else {
        Files.move(first, keep.get()); // which fails if there is something by now
        format.remark("kept: " + keep.get());
      }
    }
    if (found.threads().isEmpty() || threads.isEmpty()) {
      return new Looked(found, stoppedNanos);
    }
    Path second = folder.resolve(name + "-second.hprof");
    second.toFile().deleteOnExit();
    HeapDiagnosis later = found;
    try {
      later = found.after(threads.get().watch(jvm, found.threads(), silence));
      if (!later.asksForAnother()) {
        return new Looked(later, stoppedNanos);
      }
      if (!evenLong && stoppedNanos > MOST_STOP_UNASKED.toNanos()) {
        format.warn(
            "no second dump, which might decide: the first took more than half of Solr's"
                + " zkClientTimeout of 30 s. --yes takes it all the same");
        return new Looked(later, stoppedNanos);
      }
      // A thread that runs may read on or not: the bytes tell.
      ScratchFolder.requireRoom("java.io.tmpdir or --keep", folder, firstBytes * 5 / 4);
      stoppedNanos += dump(second);
      return new Looked(read(second, scratch.within("second")).since(found, silence), stoppedNanos);
    } catch (IOException | SettingException e) { // it has ended, or has no room
      format.warn("nothing more is known about the time after the dump: " + e.getMessage());
      return new Looked(later, stoppedNanos);
    } finally {
      Files.deleteIfExists(second);
    }
  }

  private Optional<ThreadWatch> afterwards(Map<Long, String> before) {
    try {
      return Optional.of(
          new ThreadWatch(before, ThreadWatch.times(jvm.threads()), System.nanoTime()));
    } catch (IOException | SettingException e) {
      format.warn("nothing is known about the time after the dump: " + e.getMessage());
      return Optional.empty();
    }
  }

  /** Returns for how long the JVM stood still, at most. */
  private long dump(Path file) throws IOException {
    long begun = System.nanoTime();
    jvm.dump(file);
    long nanos = System.nanoTime() - begun;
    format.remark(
        Text.of(
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
