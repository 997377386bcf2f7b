package io.streambench.merge;

import com.sun.management.HotSpotDiagnosticMXBean;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The servers or the reader in a process of their own, which ends when its standard input does. It
 * answers on its standard output, a line each.
 *
 * <p>{@code serve nodes=N rateControl=B} answers {@code ports P1,P2}. {@code read} with the
 * documents, the ports and {@link ClientOptions} answers {@code ready} with the settings in effect,
 * and then takes orders from its standard input:
 *
 * <ul>
 *   <li>{@code read ID}, {@code close-early ID}: performs that {@link MergeOperation}. Meanwhile
 *       {@code at ID DOCUMENTS} now and then.
 *   <li>{@code unread ID}: asks for the most bytes that lay unread so far, if they are counted.
 *   <li>{@code heap ID FILE}: dumps what lives in its heap.
 *   <li>{@code dump ID FILE}: writes the state of its connections and its threads.
 * </ul>
 *
 * <p>Each is answered by {@code done ID}, with the bytes that were asked for, or by {@code failed
 * ID} with the reason, once.
 */
public final class MergeProgram {
  private static final long TELL_MILLIS = 200;

  private static final int WORDS = 3;

  private final PrintStream out;
  private final MergeClient client;
  private final MergingReader reader;
  private final Map<String, AtomicInteger> running = new ConcurrentHashMap<>();
  private final ExecutorService readers =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task, "reader");
            thread.setDaemon(true);
            return thread;
          });

  private MergeProgram(PrintStream out, MergeClient client, MergingReader reader) {
    this.out = out;
    this.client = client;
    this.reader = reader;
  }

  /** Runs until the standard input ends, and ends the JVM. */
  public static void run(MergeLibrary library, String[] args) {
    PrintStream out = System.out;
    System.setOut(System.err); // a library may print what it likes
    int status = 0;
    try {
      Map<String, String> values =
          ClientOptions.values(Arrays.asList(args).subList(1, args.length));
      if (args[0].equals("serve")) {
        serve(library, values, out);
      } else {
        read(library, values, out);
      }
    } catch (Exception | Error e) {
      e.printStackTrace();
      out.println("not started: " + oneLine(e));
      status = 1;
    }
    out.flush();
    Runtime.getRuntime().halt(status); // a client that hangs cannot be closed
  }

  private static void serve(MergeLibrary library, Map<String, String> values, PrintStream out)
      throws Exception {
    MergeServer server =
        library.serve(
            Integer.parseInt(values.get("nodes")), Boolean.parseBoolean(values.get("rateControl")));
    out.println(
        "ports " + server.ports().stream().map(String::valueOf).collect(Collectors.joining(",")));
    while (System.in.read() >= 0) {
      // Nothing is to be said: whoever started it is gone when this ends.
    }
  }

  private static void read(MergeLibrary library, Map<String, String> values, PrintStream out)
      throws Exception {
    List<Integer> ports =
        Arrays.stream(values.get("ports").split(",")).map(Integer::valueOf).toList();
    MergeClient client = library.connect(ClientOptions.of(values));
    MergingReader reader = new MergingReader(client, ports, MergedDocuments.of(values));
    reader.connect();
    MergeProgram program = new MergeProgram(out, client, reader);
    program.tellProgress();
    program.say("ready " + library.name() + ", " + client.describe());
    BufferedReader orders =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line; (line = orders.readLine()) != null; ) {
      program.obey(line.split(" ", WORDS));
    }
  }

  private void obey(String[] order) {
    String id = order[1];
    Optional<MergeOperation> operation = MergeOperation.ordered(order[0]);
    if (operation.isPresent()) {
      perform(id, operation.get());
      return;
    }
    switch (order[0]) {
      case "heap" -> doing(id, () -> dumpHeap(order[2]));
      case "dump" ->
          doing(id, () -> Files.writeString(Path.of(order[2]), client.dump() + threads()));
      case "unread" -> say("done " + id + unread());
      default -> say("failed " + id + " no such order");
    }
  }

  private String unread() {
    OptionalLong most = client.mostUnreadBytes();
    return most.isPresent() ? " " + most.getAsLong() : "";
  }

  private synchronized void say(String line) {
    out.println(line);
    out.flush();
  }

  private void perform(String id, MergeOperation operation) {
    AtomicInteger documents = new AtomicInteger();
    running.put(id, documents);
    readers.execute(() -> doing(id, () -> reader.perform(operation, documents::setOpaque)));
  }

  @FunctionalInterface
  private interface Doing {
    void run() throws Exception;
  }

  /** Answers whatever happens: somebody waits. */
  private void doing(String id, Doing order) {
    String answer = "done " + id;
    try {
      order.run();
    } catch (Exception | Error e) {
      e.printStackTrace();
      answer = "failed " + id + " " + oneLine(e);
    }
    running.remove(id);
    say(answer);
  }

  /** An operation that says nothing for long is looked at: so it says how far it is. */
  private void tellProgress() {
    Thread teller =
        new Thread(
            () -> {
              try {
                while (true) {
                  TimeUnit.MILLISECONDS.sleep(TELL_MILLIS);
                  running.forEach((id, documents) -> say("at " + id + " " + documents.get()));
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "progress");
    teller.setDaemon(true);
    teller.start();
  }

  private static void dumpHeap(String file) throws IOException {
    ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(file, true);
  }

  private static String threads() {
    StringWriter text = new StringWriter();
    PrintWriter lines = new PrintWriter(text);
    lines.println();
    for (ThreadInfo thread : ManagementFactory.getThreadMXBean().dumpAllThreads(false, false)) {
      lines.println("\"" + thread.getThreadName() + "\" " + thread.getThreadState());
      for (StackTraceElement frame : thread.getStackTrace()) {
        lines.println("    at " + frame);
      }
    }
    return text.toString();
  }

  private static String oneLine(Throwable failure) {
    return failure.toString().replaceAll("\\s*\\R\\s*", " ");
  }
}
