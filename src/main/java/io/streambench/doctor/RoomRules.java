package io.streambench.doctor;

import io.streambench.config.Text;
import io.streambench.doctor.MachineFacts.Disk;
import io.streambench.doctor.MachineFacts.Memory;
import io.streambench.doctor.MachineFacts.Network;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Checks whether the scenario with 12 shards has the room it needs: memory, disk, ports and files.
 */
final class RoomRules {
  private static final long GB = 1_000_000_000L;
  private static final long MEMORY_NEEDED = 3 * GB;
  private static final long DISK_NEEDED = GB;

  /** Pages of sleeping processes lie in swap on any machine that has been up for days. */
  private static final long SWAP_TOLERATED = GB / 10;

  private static final int PORTS_NEEDED = 10_000;

  /** 24 cores of Solr, their connections, and the jars. */
  private static final int OPEN_FILES_NEEDED = 4_096;

  private RoomRules() {}

  static List<Check> checks(MachineFacts facts) {
    List<Check> checks = new ArrayList<>();
    checks.add(memory(facts.memory()));
    checks.add(swap(facts.memory().swapUsed()));
    facts.disks().forEach(disk -> checks.add(disk(disk)));
    checks.add(ports(facts.network()));
    checks.add(openFiles(facts.openFileLimit()));
    return checks;
  }

  private static Check memory(Memory memory) {
    String name = "memory";
    String advice =
        "12 shards need 3 GB. With less, you measure the garbage collector: "
            + "close other programs, or give the container more memory.";
    if (memory.total().isEmpty()) {
      return Check.unknown(name, advice);
    }
    long total = memory.total().getAsLong();
    long usable = Math.min(total, memory.limit().orElse(total));
    String found = gigabytes(total);
    if (usable < total) {
      found += ", of which the control group allows " + gigabytes(usable);
    }
    if (memory.available().isPresent()) {
      found += ", " + gigabytes(memory.available().getAsLong()) + " available";
    }
    return Check.okIf(
        Math.min(usable, memory.available().orElse(usable)) >= MEMORY_NEEDED, name, found, advice);
  }

  private static Check swap(OptionalLong used) {
    String name = "swap";
    String advice =
        "A heap that is partly in swap space pauses at random: close other programs, or turn swap"
            + " off for the run (sudo swapoff -a).";
    return used.isEmpty()
        ? Check.unknown(name, advice)
        : Check.okIf(
            used.getAsLong() <= SWAP_TOLERATED,
            name,
            used.getAsLong() == 0 ? "none in use" : gigabytes(used.getAsLong()) + " in use",
            advice);
  }

  private static Check disk(Disk disk) {
    String name = "disk for " + disk.use();
    String advice =
        disk.use().equals("data")
            ? "An index of the published size takes up to 1 GB, and a full disk fails the run at"
                + " its end: free some, or move the checkout."
            : "A full capture takes up to 1 GB. Evidence is lost when the disk is full: free some"
                + " space, or name another folder with -Dstreambench.logs=.";
    return disk.free().isEmpty()
        ? Check.unknown(name, advice)
        : Check.okIf(
            disk.free().getAsLong() >= DISK_NEEDED,
            name,
            gigabytes(disk.free().getAsLong()) + " free at " + disk.folder(),
            advice);
  }

  private static Check ports(Network network) {
    String name = "ports";
    String advice =
        "Nodes and connections take ephemeral ports of 127.0.0.1. Runs fail when none is left:"
            + " widen net.ipv4.ip_local_port_range, or wait a minute for TIME_WAIT"
            + " to pass.";
    if (!network.canBind()) {
      return new Check(name, Check.Status.WARN, "none can be bound on 127.0.0.1", advice);
    }
    if (network.ephemeralPorts().isEmpty()) {
      return Check.okIf(true, name, "can be bound; their number is not readable here", advice);
    }
    int all = network.ephemeralPorts().getAsInt();
    int waiting = network.timeWait().orElse(0);
    return Check.okIf(
        all - waiting >= PORTS_NEEDED,
        name,
        Text.of("%,d ephemeral, %,d connections in TIME_WAIT", all, waiting),
        advice);
  }

  private static Check openFiles(OptionalLong limit) {
    String name = "open files";
    String advice =
        "24 cores of Solr in one process open thousands of files and sockets: raise the limit"
            + " (ulimit -n 65536) in the shell that starts the run.";
    return limit.isEmpty()
        ? Check.unknown(name, advice)
        : Check.okIf(
            limit.getAsLong() >= OPEN_FILES_NEEDED,
            name,
            Text.of("at most %,d", limit.getAsLong()),
            advice);
  }

  private static String gigabytes(long bytes) {
    return Text.of("%.1f GB", bytes / (double) GB);
  }
}
