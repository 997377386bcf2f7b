import java.io.*;
import java.util.*;
import java.nio.file.*;
import java.util.concurrent.*;
import java.util.function.ToLongFunction;

/** Runs each test of one client against {@link Server}, and prints a row of the table. Arguments: name, then the command. */
final class Run {
    static final long MIB = 1 << 20, SIZE = 20 * MIB;
    static final int RUNS = Integer.parseInt(System.getenv().getOrDefault("RUNS", "3"));
    static final int STREAMS = Integer.parseInt(System.getenv().getOrDefault("STREAMS", "24"));
    static final int SILENT = 10, CLOSED = 200;

    /** What one test showed; the windows are the server's. */
    static final class Result {
        boolean whole;
        String why = "";
        long stream, connection, others, missing, resets, memory; // others: bytes sent on all streams but the reader's
    }

    public static void main(String[] args) throws Exception {
        List<String> command = List.of(args).subList(1, args.length);
        Map<String, List<Result>> results = new LinkedHashMap<>();
        for (String test : System.getenv().getOrDefault("TESTS", "unread closed paused all").split(" "))
            for (int i = 0; i < RUNS; i++) {
                Result r = test(command, test);
                results.computeIfAbsent(test, t -> new ArrayList<>()).add(r);
                System.err.printf("%s, %s: %s; windows %s and %s, sent on others %,d, missing %,d, reset %d, memory %s%n", args[0], test,
                    r.whole ? "whole" : r.why, size(r.stream), size(r.connection), r.others, r.missing, r.resets, size(r.memory));
            }
        Result first = results.values().iterator().next().get(0);
        StringBuilder row = new StringBuilder("| " + args[0] + " | " + size(first.stream) + " | " + size(first.connection));
        results.forEach((test, list) -> {
            row.append(" | ").append(verdict(list));
            if (test.equals("unread")) row.append(" | ").append(range(list, r -> r.others)).append(" | ").append(range(list, r -> r.memory));
            if (test.equals("closed")) row.append(" | ").append(range(list, r -> r.others)).append(" | ").append(range(list, r -> r.missing))
                .append(list.stream().allMatch(r -> r.resets == 0) ? ", no RST_STREAM" : "");
        });
        System.out.println(row + " |");
    }

    static Result test(List<String> command, String test) throws Exception {
        Result result = new Result();
        try (Server server = new Server()) {
            List<String> line = new ArrayList<>(command);
            line.addAll(List.of("" + server.socket.getLocalPort(), test, "" + SIZE, "" + (test.equals("closed") ? CLOSED : STREAMS)));
            Process process = new ProcessBuilder(line).redirectError(ProcessBuilder.Redirect.appendTo(new File("errors.txt"))).start();
            try {
                BlockingQueue<String> lines = new LinkedBlockingQueue<>();
                Server.start(() -> {
                    BufferedReader in = process.inputReader();
                    for (String s; (s = in.readLine()) != null;) lines.add(s);
                    lines.add("exit");
                });
                String last = lines.poll(60, TimeUnit.SECONDS);
                if (!"opened".equals(last)) { result.why = "failed to open: " + last; return result; }
                for (long before = -1, now; (now = sent(server)) != before; before = now) Thread.sleep(1000);
                Server.Connection c = server.connections.get(0);
                synchronized (c) {
                    result.stream = c.firstStream; result.connection = c.firstConnection;
                    result.missing = c.firstConnection - c.window;
                }
                process.getOutputStream().write('\n');
                process.getOutputStream().flush();
                while (true) {
                    String next = lines.poll(SILENT, TimeUnit.SECONDS);
                    if (next == null) { result.why = "silent" + evidence(server); break; }
                    if (next.equals("exit")) { result.why = "failed after " + last; break; }
                    last = next;
                    if (!last.startsWith("end ")) continue;
                    result.whole = Long.parseLong(last.substring(4)) == SIZE;
                    if (!result.whole) result.why = "only " + last.substring(4) + " bytes";
                    if (test.equals("all")) { // the others, too
                        for (long before = -1, now; (now = sent(server)) != before; before = now) Thread.sleep(1000);
                        if (sent(server) != STREAMS * SIZE + 16384) { result.whole = false; result.why = "not all read" + evidence(server); }
                    }
                    break;
                }
                result.memory = peak(process.pid());
                synchronized (c) {
                    for (Server.Answer a : c.answers.values()) {
                        if (a.name.equals("unread")) result.others += a.sent;
                        if (a.cancelled) result.resets++;
                    }
                }
                if (server.connections.size() > 1) result.why += " (" + server.connections.size() + " connections)";
            } finally {
                process.destroyForcibly().waitFor();
            }
        }
        return result;
    }

    /** The largest resident memory of a process; Linux only, else 0. */
    static long peak(long pid) {
        try (var lines = Files.lines(Path.of("/proc/" + pid + "/status"))) {
            return lines.filter(l -> l.startsWith("VmHWM")).mapToLong(l -> 1024 * Long.parseLong(l.replaceAll("[^0-9]", ""))).sum();
        } catch (IOException | UncheckedIOException e) {
            return 0;
        }
    }

    static long sent(Server server) {
        long sum = 0;
        for (Server.Connection c : List.copyOf(server.connections)) synchronized (c) { sum += c.sent; }
        return sum;
    }

    /** Whose window the reader's answer waits for. */
    static String evidence(Server server) {
        Server.Connection c = server.connections.get(0);
        synchronized (c) {
            for (Server.Answer a : c.answers.values())
                if (a.name.equals("read")) return String.format(": connection %,d, stream %,d%s", c.window, a.window, c.writing ? ", socket full" : "");
        }
        return ": request not received";
    }

    static String verdict(List<Result> list) {
        Set<String> why = new LinkedHashSet<>();
        for (Result r : list) if (!r.why.isEmpty()) why.add(r.why);
        return list.stream().filter(r -> r.whole).count() + " of " + list.size() + (why.isEmpty() ? "" : "; " + String.join("; ", why));
    }

    static String range(List<Result> list, ToLongFunction<Result> value) {
        long[] sorted = list.stream().mapToLong(value).sorted().toArray();
        String low = size(sorted[0]), high = size(sorted[sorted.length - 1]);
        return low.equals(high) ? low : low + " to " + high;
    }

    /** MiB with one digit, or KiB below one MiB. */
    static String size(long bytes) {
        return Math.abs(bytes) < MIB ? Math.round(bytes / 1024.0) + " KiB" : String.format(Locale.ROOT, "%.1f MiB", (double) bytes / MIB).replace(".0 ", " ");
    }
}
