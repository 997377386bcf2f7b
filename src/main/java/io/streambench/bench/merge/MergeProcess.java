package io.streambench.bench.merge;

import io.streambench.config.Text;
import io.streambench.merge.MergeOperation;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongConsumer;

/**
 * A process with {@link io.streambench.merge.MergeProgram}. It lives until its standard input ends:
 * when this is closed, or when this JVM has died in whatever way.
 */
final class MergeProcess implements AutoCloseable {
  private static final long STOP_SECONDS = 5;
  private static final long START_SECONDS = 60;
  private static final long ANSWER_SECONDS = 60;
  private static final int WORDS = 3;
  private static final String DONE = "done";
  private static final String FAILED = "failed";
  private static final String AT = "at";

  private final Process process;
  private final Path log;
  private final PrintWriter orders;
  private final BlockingQueue<String> first = new LinkedBlockingQueue<>();
  private final Map<String, BlockingQueue<String[]>> waiting = new ConcurrentHashMap<>();
  private final AtomicLong ids = new AtomicLong();
  private volatile String end;

  private MergeProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
    this.orders = new PrintWriter(process.outputWriter(StandardCharsets.UTF_8), true);
    Thread listener = new Thread(this::listen, "streambench-merge-process");
    listener.setDaemon(true);
    listener.start();
  }

  /**
   * Starts one.
   *
   * @param log gets what it says besides its answers
   */
  static MergeProcess start(String classPath, List<String> command, Path log) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectError(log.toFile());
    builder.environment().put("CLASSPATH", classPath); // which keeps the command readable
    return new MergeProcess(builder.start(), log);
  }

  private void listen() {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line; (line = lines.readLine()) != null; ) {
        String[] words = line.split(" ", WORDS);
        if (words.length > 1 && List.of(DONE, FAILED, AT).contains(words[0])) {
          BlockingQueue<String[]> order = waiting.get(words[1]);
          if (order != null) { // else nobody waits any more
            order.add(words);
          }
        } else {
          first.add(line);
        }
      }
    } catch (IOException e) {
      // It has ended, like one whose answers end.
    }
    String words = lastWords();
    end = words;
    first.add(words);
    waiting.forEach((id, order) -> order.add(new String[] {FAILED, id, words}));
  }

  private String lastWords() {
    try {
      process.waitFor();
      List<String> lines = Files.readAllLines(log);
      return Text.of(
          "its process has ended with status %d: %s",
          process.exitValue(), lines.isEmpty() ? "it said nothing" : lines.get(lines.size() - 1));
    } catch (IOException e) {
      return "its process has ended: " + e;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return "its process has ended";
    }
  }

  /** The reason why it has ended; empty while it runs. */
  Optional<String> ended() {
    return Optional.ofNullable(end);
  }

  /** The last lines of its log. */
  String log() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      return "not available: " + e;
    }
  }

  /**
   * Waits until it has started.
   *
   * @param beginning of the line that says so
   * @return the rest of that line
   * @throws IOException if it has not
   */
  String started(String beginning) throws IOException, InterruptedException {
    String line = first.poll(START_SECONDS, TimeUnit.SECONDS);
    if (line == null) {
      throw new IOException("it has not started in " + START_SECONDS + " s");
    }
    if (!line.startsWith(beginning)) {
      throw new IOException(line);
    }
    return line.substring(beginning.length()).strip();
  }

  /**
   * Has an operation performed.
   *
   * @param progress gets the number of documents that have been read, now and then
   * @throws IOException if that failed, with the reason
   */
  void perform(MergeOperation operation, LongConsumer progress)
      throws IOException, InterruptedException {
    order(operation.order(), "", Long.MAX_VALUE, progress);
  }

  /**
   * The most bytes that lay unread in the reader at one moment so far; empty if it does not count.
   *
   * @throws IOException if it does not say, with the reason, or takes too long
   */
  OptionalLong mostUnreadBytes() throws IOException, InterruptedException {
    String bytes = order("unread", "", ANSWER_SECONDS, progress -> {});
    return bytes.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(bytes));
  }

  /**
   * Has a file written.
   *
   * @param what of it: heap or dump
   * @throws IOException if that failed, with the reason, or took too long
   */
  void write(String what, Path file) throws IOException, InterruptedException {
    order(what, file.toString(), ANSWER_SECONDS, progress -> {});
  }

  /** Returns what the answer says besides that it is done, if anything. */
  private String order(String what, String file, long limitSeconds, LongConsumer progress)
      throws IOException, InterruptedException {
    String id = Long.toString(ids.incrementAndGet());
    BlockingQueue<String[]> answers = new LinkedBlockingQueue<>();
    waiting.put(id, answers);
    try {
      if (end != null) { // it may have ended before anybody waited
        throw new IOException(end);
      }
      orders.println((what + " " + id + " " + file).strip());
      while (true) {
        String[] answer = answers.poll(limitSeconds, TimeUnit.SECONDS);
        if (answer == null) {
          throw new IOException("no answer in " + limitSeconds + " s");
        }
        switch (answer[0]) {
          case DONE -> {
            return answer.length == WORDS ? answer[2] : "";
          }
          case FAILED -> throw new IOException(answer[2]);
          default -> progress.accept(Long.parseLong(answer[2]));
        }
      }
    } finally {
      waiting.remove(id);
    }
  }

  @Override
  public void close() {
    orders.close();
    try {
      if (!process.waitFor(STOP_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
  }
}
