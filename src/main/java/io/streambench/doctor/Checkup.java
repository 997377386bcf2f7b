package io.streambench.doctor;

import io.streambench.config.Text;
import io.streambench.doctor.Check.Status;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

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

  private record Found(Status status, String text) {}

  /**
   * A row of the table.
   *
   * @param look reads and compares with the limit; empty if it cannot be read
   */
  private record Row(String name, Function<Machine, Optional<Found>> look, String advice) {
    Check check(Machine machine) {
      Found found =
          look.apply(machine).orElse(new Found(Status.UNKNOWN, "not readable on this system"));
      return new Check(name, found.status, found.text, advice);
    }
  }

  private static final List<Row> ROWS =
      List.of(
          new Row(
              "JDK",
              Checkup::jdk,
              "The compiler in the JVM is part of what is measured: take a released 64-bit JDK, 17"
                  + " or later, without debugger, agent or interpreter flags (JAVA_OPTS,"
                  + " JAVA_TOOL_OPTIONS)."),
          new Row(
              "checkout",
              machine ->
                  machine
                      .commit()
                      .flatMap(commit -> machine.dirty().map(dirty -> checkout(commit, dirty))),
              "A result belongs to a commit that others can check out: commit or stash your changes"
                  + " before the run."),
          new Row(
              "run folders",
              machine -> Optional.of(runFolders(machine.abandonedFolders())),
              "An index that a killed run left takes disk space: the next run clears it, or delete"
                  + " target/streambench while nothing runs."),
          new Row(
              "running forks",
              machine -> machine.forks().map(Checkup::forks),
              "Another JMH run, or a fork that it left behind, uses this machine: wait, or end"
                  + " it."),
          new Row(
              "memory",
              Checkup::memory,
              "12 shards need 3 GB. With less, you measure the garbage collector: close other"
                  + " programs, or give the container more memory."),
          new Row(
              "swap",
              machine -> machine.swapUsed().map(Checkup::swap),
              "A heap that is partly in swap space pauses at random: close other programs, or turn"
                  + " swap off for the run (sudo swapoff -a)."),
          new Row(
              "disk for data",
              machine -> disk(machine, machine.data()),
              "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                  + " its end: free some, or move the checkout."),
          new Row(
              "disk for logs",
              machine -> disk(machine, machine.logs()),
              "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                  + " space, or name another folder with -Dstreambench.logs=."),
          new Row(
              "ports",
              machine -> Optional.of(ports(machine)),
              "Nodes and connections take ephemeral ports of 127.0.0.1. Runs fail when none is"
                  + " left: widen net.ipv4.ip_local_port_range, or wait a minute for TIME_WAIT to"
                  + " pass."),
          new Row(
              "open files",
              machine ->
                  machine
                      .openFileLimit()
                      .map(most -> okIf(most >= OPEN_FILES_NEEDED, Text.of("at most %,d", most))),
              "24 cores of Solr in one process open thousands of files and sockets: raise the limit"
                  + " (ulimit -n 65536) in the shell that starts the run."),
          new Row(
              "CPUs",
              machine -> Optional.of(cpus(machine.usableCpus(), machine.onlineCpus())),
              "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each"
                  + " other rather than for the network: give the run two or more."),
          new Row(
              "CPU governor",
              machine ->
                  Optional.of(machine.governors())
                      .filter(governors -> !governors.isEmpty())
                      .map(all -> okIf(all.equals(Set.of("performance")), String.join(", ", all))),
              "Other governors than performance change the clock during a run: sudo cpupower"
                  + " frequency-set -g performance."),
          new Row(
              "CPU boost",
              machine -> machine.boost().map(on -> okIf(!on, on ? "on" : "off")),
              "A boosted clock slows down as the processor warms up, so later forks are slower."
                  + " Turn boost off: write 1 to intel_pstate/no_turbo, or 0 to cpufreq/boost, in"
                  + " /sys/devices/system/cpu."),
          new Row(
              "CPU quota",
              Checkup::quota,
              "A control group that has used up its CPU time is stopped until the next period. That"
                  + " looks like a pause of the network. Pin the container to CPUs (--cpuset-cpus)"
                  + " instead of limiting CPU time (--cpus)."),
          new Row(
              "load",
              Checkup::load,
              "Other programs use the CPUs at random: end them (builds too), and wait a minute."),
          new Row(
              "power",
              machine -> machine.mains().map(mains -> okIf(mains, mains ? "mains" : "on battery")),
              "A laptop slows down on battery: plug it in."),
          new Row(
              "huge pages",
              machine -> machine.hugePages().map(text -> info("transparent: " + text)),
              "Huge pages change the cost of memory: compare only runs with the same setting."),
          new Row(
              "clock source",
              machine -> machine.clockSource().map(Checkup::info),
              "Unless it is the processor's own (tsc, kvm-clock), reading the time is a system call:"
                  + " compare only runs with the same clock source."));

  public Checkup {
    checks = List.copyOf(checks);
  }

  public static Checkup of(Machine machine) {
    return new Checkup(ROWS.stream().map(row -> row.check(machine)).toList());
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
    List<String> flaws = machine.jvmFlaws();
    String found = flaws.isEmpty() ? "" : "; " + String.join(", ", flaws);
    return Optional.of(okIf(flaws.isEmpty(), machine.jvm() + found));
  }

  private static Found checkout(String commit, boolean dirty) {
    return okIf(!dirty, commit + (dirty ? ", with uncommitted changes" : ", clean"));
  }

  private static Found runFolders(int dead) {
    return okIf(dead == 0, dead == 0 ? "none left over" : dead + " of runs that died");
  }

  private static Found forks(List<Long> processes) {
    String all = processes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    return okIf(all.isEmpty(), all.isEmpty() ? "none" : "process " + all);
  }

  private static Optional<Found> memory(Machine machine) {
    return machine
        .memory()
        .map(
            total -> {
              long usable = Math.min(total, machine.memoryLimit().orElse(total));
              long left = Math.min(usable, machine.memoryAvailable().orElse(usable));
              String limited =
                  usable < total ? ", of which the control group allows " + gigabytes(usable) : "";
              String available =
                  machine.memoryAvailable().map(n -> ", " + gigabytes(n) + " available").orElse("");
              return okIf(left >= MEMORY_NEEDED, gigabytes(total) + limited + available);
            });
  }

  private static Found swap(long used) {
    return okIf(used <= SWAP_TOLERATED, used == 0 ? "none in use" : gigabytes(used) + " in use");
  }

  private static Optional<Found> disk(Machine machine, Path folder) {
    return machine
        .free(folder)
        .map(
            free ->
                okIf(free >= DISK_NEEDED, gigabytes(free) + " free at " + machine.shown(folder)));
  }

  private static Found ports(Machine machine) {
    if (!machine.canBind()) {
      return okIf(false, "none can be bound on 127.0.0.1");
    }
    int waiting = machine.timeWait();
    return machine
        .ephemeralPorts()
        .map(
            all ->
                okIf(
                    all - waiting >= PORTS_NEEDED,
                    Text.of("%,d ephemeral, %,d connections in TIME_WAIT", all, waiting)))
        .orElse(okIf(true, "can be bound; their number is not readable here"));
  }

  private static Found cpus(int usable, int online) {
    return okIf(
        usable >= 2,
        usable < online ? Text.of("%d of the machine's %d", usable, online) : "" + usable);
  }

  private static Optional<Found> quota(Machine machine) {
    int online = machine.onlineCpus();
    return machine
        .cpuQuota()
        .map(quota -> okIf(quota >= online, Text.of("%.1f CPUs' time on %d CPUs", quota, online)))
        .or(() -> Optional.of(okIf(true, "none")).filter(none -> machine.hasControlGroups()));
  }

  private static Optional<Found> load(Machine machine) {
    return machine
        .load()
        .map(load -> load / machine.onlineCpus())
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
