package io.streambench.doctor;

import io.streambench.config.Text;
import io.streambench.doctor.Check.Status;
import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Cpu;
import io.streambench.doctor.MachineFacts.Load;
import io.streambench.doctor.MachineFacts.Power;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Checks whether the processors do the same work in the same time, now and in ten minutes. */
final class CpuRules {
  /** The load per CPU that a desktop has by itself; above it somebody else is at work. */
  static final double QUIET_LOAD_PER_CPU = 0.3;

  private CpuRules() {}

  static List<Check> checks(MachineFacts facts) {
    Cpu cpu = facts.cpu();
    return List.of(
        cpus(cpu),
        governor(cpu.governors()),
        boost(cpu.boost()),
        quota(cpu),
        load(facts.load(), cpu.online().orElse(cpu.usable())),
        power(facts.power()),
        info(
            "huge pages",
            facts.kernel().hugePages().map(text -> "transparent: " + text),
            "Huge pages change the cost of memory: compare only runs with the same setting."),
        info(
            "clock source",
            facts.kernel().clockSource(),
            "Unless it is the processor's own (tsc, kvm-clock), reading the time is a system call:"
                + " compare only runs with the same clock source."));
  }

  private static Check cpus(Cpu cpu) {
    int online = cpu.online().orElse(cpu.usable());
    return Check.okIf(
        cpu.usable() >= 2,
        "CPUs",
        cpu.usable() < online
            ? Text.of("%d of the machine's %d", cpu.usable(), online)
            : Integer.toString(cpu.usable()),
        "Client, nodes and ZooKeeper share them, and with fewer than two they wait for each other"
            + " rather than for the network: give the run two or more.");
  }

  private static Check governor(Set<String> governors) {
    String name = "CPU governor";
    String advice =
        "Other governors than performance change the clock during a run: sudo "
            + "cpupower frequency-set -g performance.";
    return governors.isEmpty()
        ? Check.unknown(name, advice)
        : Check.okIf(
            governors.equals(Set.of("performance")), name, String.join(", ", governors), advice);
  }

  private static Check boost(Answer boost) {
    String name = "CPU boost";
    String advice =
        "A boosted clock slows down as the processor warms up, so later forks are slower. Turn"
            + " boost off: write 1 to intel_pstate/no_turbo, or 0 to cpufreq/boost, in"
            + " /sys/devices/system/cpu.";
    return boost == Answer.UNKNOWN
        ? Check.unknown(name, advice)
        : Check.okIf(boost == Answer.NO, name, boost == Answer.NO ? "off" : "on", advice);
  }

  private static Check quota(Cpu cpu) {
    String name = "CPU quota";
    String advice =
        "A control group that has used up its CPU time is stopped until the next period."
            + " That looks like a pause of the network. Pin the container to CPUs (--cpuset-cpus)"
            + " instead of limiting CPU time (--cpus).";
    if (cpu.quota().isEmpty()) {
      return cpu.quotaReadable()
          ? Check.okIf(true, name, "none", advice)
          : Check.unknown(name, advice);
    }
    double quota = cpu.quota().getAsDouble();
    int online = cpu.online().orElse(cpu.usable());
    return Check.okIf(
        quota >= online, name, Text.of("%.1f CPUs' time on %d CPUs", quota, online), advice);
  }

  private static Check load(Load load, int cpus) {
    String name = "load";
    String advice =
        "Other programs use the CPUs at random: end them (builds too), and " + "wait a minute.";
    if (load.average().isEmpty()) {
      return Check.unknown(name, advice);
    }
    double perCpu = load.average().getAsDouble() / cpus;
    String busiest =
        load.busiest().isEmpty() ? "" : "; busiest: " + String.join(", ", load.busiest());
    return Check.okIf(
        perCpu <= QUIET_LOAD_PER_CPU,
        name,
        Text.of("%.2f per CPU over the last minute", perCpu) + busiest,
        advice);
  }

  private static Check power(Power power) {
    String name = "power";
    String advice = "A laptop slows down on battery: plug it in.";
    return power == Power.UNKNOWN
        ? Check.unknown(name, advice)
        : Check.okIf(
            power == Power.MAINS, name, power == Power.MAINS ? "mains" : "on battery", advice);
  }

  private static Check info(String name, Optional<String> found, String advice) {
    return found
        .map(text -> new Check(name, Status.INFO, text, advice))
        .orElseGet(() -> Check.unknown(name, advice));
  }
}
