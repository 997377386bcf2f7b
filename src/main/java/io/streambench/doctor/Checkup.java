package io.streambench.doctor;

import io.streambench.config.Text;
import io.streambench.doctor.Check.Status;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The checks of a machine: can others run the same, has the scenario with 12 shards the room it
 * needs, and do the processors do the same work in the same time, now and in ten minutes.
 *
 * @param checks in the order in which a person would look
 */
public record Checkup(List<Check> checks) {
  /** The load per CPU that a desktop has by itself; above it another program is at work. */
  private static final double QUIET_LOAD_PER_CPU = 0.3;

  private static final long GB = 1_000_000_000L;
  private static final long MEMORY_NEEDED = 3 * GB;
  private static final long DISK_NEEDED = GB;

  /** Pages of sleeping processes lie in swap on any machine that has been up for days. */
  private static final long SWAP_TOLERATED = GB / 10;

  private static final int PORTS_NEEDED = 10_000;

  /** 24 cores of Solr, their connections, and the jars. */
  private static final int OPEN_FILES_NEEDED = 4_096;

  /** Arguments under which code is not compiled or run as it is elsewhere. */
  private static final Pattern SLOWING =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private static final String CPUS = "sys/devices/system/cpu/";

  private record Found(Status status, String text) {}

  public Checkup {
    checks = List.copyOf(checks);
  }

  public static Checkup of(Machine machine) {
    return new Checkup(all(machine));
  }

  private static List<Check> all(Machine machine) {
    return List.of(
        check(
            "JDK",
            jdk(machine),
            "The compiler in the JVM is part of what is measured: take a released 64-bit JDK, 17"
                + " or later, without debugger, agent or interpreter flags (JAVA_OPTS,"
                + " JAVA_TOOL_OPTIONS)."),
        check(
            "checkout",
            checkout(machine),
            "A result belongs to a commit that others can check out: commit or stash your changes"
                + " before the run."),
        check(
            "memory",
            memory(machine),
            "12 shards need 3 GB. With less, you measure the garbage collector: close other"
                + " programs, or give the container more memory."),
        check(
            "swap",
            swap(machine),
            "A heap that is partly in swap space pauses at random: close other programs, or turn"
                + " swap off for the run (sudo swapoff -a)."),
        check(
            "disk for data",
            disk(machine, machine.data()),
            "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                + " its end: free some, or move the checkout."),
        check(
            "disk for logs",
            disk(machine, machine.logs()),
            "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                + " space, or name another folder with -Dstreambench.logs=."),
        check(
            "ports",
            ports(machine),
            "Nodes and connections take ephemeral ports of 127.0.0.1. Runs fail when none is"
                + " left: widen net.ipv4.ip_local_port_range, or wait a minute for TIME_WAIT to"
                + " pass."),
        check(
            "open files",
            machine
                .openFileLimit()
                .map(most -> okIf(most >= OPEN_FILES_NEEDED, Text.of("at most %,d", most))),
            "24 cores of Solr in one process open thousands of files and sockets: raise the limit"
                + " (ulimit -n 65536) in the shell that starts the run."),
        check(
            "CPUs",
            Optional.of(cpus(machine.usableCpus(), machine.onlineCpus())),
            "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each"
                + " other rather than for the network: give the run two or more."),
        check(
            "CPU governor",
            governors(machine),
            "Other governors than performance change the clock during a run: sudo cpupower"
                + " frequency-set -g performance."),
        check(
            "CPU boost",
            boost(machine),
            "A boosted clock slows down as the processor warms up, so later forks are slower."
                + " Turn boost off: write 1 to intel_pstate/no_turbo, or 0 to cpufreq/boost, in"
                + " /sys/devices/system/cpu."),
        check(
            "CPU quota",
            quota(machine),
            "A control group that has used up its CPU time is stopped until the next period. That"
                + " looks like a pause of the network. Pin the container to CPUs (--cpuset-cpus)"
                + " instead of limiting CPU time (--cpus)."),
        check(
            "load",
            load(machine),
            "Other programs use the CPUs at random: end them (builds too), and wait a minute."),
        check(
            "huge pages",
            machine
                .text("sys/kernel/mm/transparent_hugepage/enabled")
                .map(text -> text.replaceAll(".*\\[(.*)].*", "$1"))
                .map(text -> info("transparent: " + text)),
            "Huge pages change the cost of memory: compare only runs with the same setting."),
        check(
            "clock source",
            machine
                .text("sys/devices/system/clocksource/clocksource0/current_clocksource")
                .map(Checkup::info),
            "Unless it is the processor's own (tsc, kvm-clock), reading the time is a system call:"
                + " compare only runs with the same clock source."));
  }

  private static Check check(String name, Optional<Found> look, String advice) {
    Found found = look.orElse(new Found(Status.UNKNOWN, "not readable on this system"));
    return new Check(name, found.status, found.text, advice);
  }

  public int count(Status status) {
    return (int) checks.stream().filter(check -> check.status() == status).count();
  }

  private static Found okIf(boolean ok, String text) {
    return new Found(ok ? Status.OK : Status.WARN, text);
  }

  private static Found info(String text) {
    return new Found(Status.INFO, text);
  }

  private static Optional<Found> jdk(Machine machine) {
    String version = machine.property("java.runtime.version");
    String vm = machine.property("java.vm.name");
    List<String> flaws = new ArrayList<>();
    if (machine.property("sun.arch.data.model").equals("32")) {
      flaws.add("32-bit");
    }
    if (version.matches(".*(-ea|-internal|debug).*") || vm.contains("Zero")) {
      flaws.add("not a release");
    }
    machine.jvmArguments().stream()
        .filter(argument -> SLOWING.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(flaws::add);
    String found = flaws.isEmpty() ? "" : "; " + String.join(", ", flaws);
    String jvm = version + ", " + machine.property("java.vendor") + ", " + vm;
    return Optional.of(okIf(flaws.isEmpty(), jvm + found));
  }

  private static Optional<Found> checkout(Machine machine) {
    Optional<String> commit = machine.built("gitCommit", "[0-9a-f]{12,}");
    return machine
        .built("gitDirty", "true|false")
        .map("false"::equals)
        .filter(clean -> commit.isPresent())
        .map(
            clean ->
                okIf(
                    clean,
                    commit.get().substring(0, 12)
                        + (clean ? ", clean" : ", with uncommitted changes")));
  }

  private static Optional<Found> memory(Machine machine) {
    Optional<Long> available = machine.memory("MemAvailable");
    return machine
        .memory("MemTotal")
        .map(
            total -> {
              long usable =
                  machine
                      .ofGroups("memory.max", "\\d{1,18}")
                      .mapToLong(Long::parseLong)
                      .reduce(total, Math::min);
              String limited =
                  usable < total ? ", of which the control group allows " + gigabytes(usable) : "";
              String left = available.map(n -> ", " + gigabytes(n) + " available").orElse("");
              return okIf(
                  Math.min(usable, available.orElse(usable)) >= MEMORY_NEEDED,
                  gigabytes(total) + limited + left);
            });
  }

  private static Optional<Found> swap(Machine machine) {
    return machine
        .memory("SwapTotal")
        .flatMap(all -> machine.memory("SwapFree").map(free -> all - free))
        .map(
            used ->
                okIf(
                    used <= SWAP_TOLERATED,
                    used == 0 ? "none in use" : gigabytes(used) + " in use"));
  }

  private static Optional<Found> disk(Machine machine, Path folder) {
    return machine
        .free(folder)
        .map(
            free ->
                okIf(free >= DISK_NEEDED, gigabytes(free) + " free at " + machine.shown(folder)));
  }

  /** Connections that are closed already, in the state 06 of the kernel, hold a port each. */
  private static Optional<Found> ports(Machine machine) {
    long waiting =
        Stream.of("proc/net/tcp", "proc/net/tcp6")
            .flatMap(file -> machine.lines(file).stream())
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> words.length > 3 && words[3].equals("06"))
            .count();
    return machine
        .text("proc/sys/net/ipv4/ip_local_port_range", "\\d{1,5}\\s+\\d{1,5}")
        .map(range -> range.split("\\s+"))
        .map(ends -> Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1)
        .map(
            all ->
                okIf(
                    all - waiting >= PORTS_NEEDED,
                    Text.of("%,d ephemeral, %,d connections in TIME_WAIT", all, waiting)));
  }

  private static Found cpus(int usable, int online) {
    return okIf(
        usable >= 2,
        usable < online ? Text.of("%d of the machine's %d", usable, online) : "" + usable);
  }

  private static Optional<Found> governors(Machine machine) {
    Set<String> all = new TreeSet<>();
    for (String cpu : machine.names(CPUS, "cpu\\d+")) {
      machine.text(CPUS + cpu + "/cpufreq/scaling_governor").ifPresent(all::add);
    }
    return Optional.of(okIf(all.equals(Set.of("performance")), String.join(", ", all)))
        .filter(found -> !all.isEmpty());
  }

  private static Optional<Found> boost(Machine machine) {
    Optional<Boolean> noTurbo = machine.text(CPUS + "intel_pstate/no_turbo").map("0"::equals);
    return noTurbo
        .or(() -> machine.text(CPUS + "cpufreq/boost").map("1"::equals))
        .map(on -> okIf(!on, on ? "on" : "off"));
  }

  private static Optional<Found> quota(Machine machine) {
    int online = machine.onlineCpus();
    return machine
        .ofGroups("cpu.max", "\\d{1,18}\\s+[1-9]\\d{0,17}")
        .map(text -> text.split("\\s+"))
        .map(pair -> Double.parseDouble(pair[0]) / Double.parseDouble(pair[1]))
        .min(Double::compare)
        .map(quota -> okIf(quota >= online, Text.of("%.1f CPUs' time on %d CPUs", quota, online)))
        .or(() -> Optional.of(okIf(true, "none")).filter(none -> machine.hasControlGroups()));
  }

  private static Optional<Found> load(Machine machine) {
    return machine
        .text("proc/loadavg", "\\d{1,9}\\.\\d{1,9} .*")
        .map(text -> Double.parseDouble(text.split(" ")[0]) / machine.onlineCpus())
        .map(
            perCpu ->
                okIf(
                    perCpu <= QUIET_LOAD_PER_CPU,
                    Text.of("%.2f per CPU over the last minute", perCpu)));
  }

  private static String gigabytes(long bytes) {
    return Text.of("%.1f GB", bytes / (double) GB);
  }
}
