package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Cpu;
import io.streambench.doctor.MachineFacts.Kernel;
import io.streambench.doctor.MachineFacts.Power;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/** Reads what sets the speed of the processors. */
final class CpuFacts {
  private static final String CPUS = "sys/devices/system/cpu";
  private static final String SUPPLIES = "sys/class/power_supply";

  private final KernelFiles files;

  CpuFacts(KernelFiles files) {
    this.files = files;
  }

  Cpu cpu() {
    ControlGroups groups = new ControlGroups(files);
    return new Cpu(
        Runtime.getRuntime().availableProcessors(),
        online(),
        governors(),
        boost(),
        groups.cpuQuota(),
        groups.readable());
  }

  /** A list of ranges: {@code 0-3,6}. */
  private OptionalInt online() {
    int count = 0;
    for (String range : files.text(CPUS + "/online").orElse("").split(",")) {
      if (!range.matches("\\d{1,6}(-\\d{1,6})?")) {
        return OptionalInt.empty();
      }
      String[] ends = range.split("-");
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return OptionalInt.of(count);
  }

  private Set<String> governors() {
    Set<String> governors = new TreeSet<>();
    for (String cpu : files.names(CPUS, "cpu\\d+")) {
      files.text(CPUS + "/" + cpu + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    return governors;
  }

  private Answer boost() {
    String noTurbo = files.text(CPUS + "/intel_pstate/no_turbo").orElse("");
    String boost = files.text(CPUS + "/cpufreq/boost").orElse("");
    if (noTurbo.equals("0") || boost.equals("1")) {
      return Answer.YES;
    }
    return noTurbo.equals("1") || boost.equals("0") ? Answer.NO : Answer.UNKNOWN;
  }

  Kernel kernel() {
    return new Kernel(
        files
            .text("sys/kernel/mm/transparent_hugepage/enabled")
            .map(text -> text.replaceAll(".*\\[(.*)].*", "$1")),
        files.text("sys/devices/system/clocksource/clocksource0/current_clocksource"));
  }

  /** A laptop that charges has both; a mouse's battery says nothing about the machine. */
  Power power() {
    if (!files.exists(SUPPLIES)) {
      return Power.UNKNOWN;
    }
    List<String> own =
        files.names(SUPPLIES, ".*").stream()
            .map(name -> SUPPLIES + "/" + name)
            .filter(supply -> !files.text(supply + "/scope").orElse("").equals("Device"))
            .toList();
    boolean mains =
        own.stream().anyMatch(supply -> files.text(supply + "/online").orElse("").equals("1"));
    boolean discharging =
        own.stream()
            .anyMatch(supply -> files.text(supply + "/status").orElse("").equals("Discharging"));
    return discharging && !mains ? Power.BATTERY : Power.MAINS;
  }
}
