package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Checkout;
import io.streambench.doctor.MachineFacts.Cpu;
import io.streambench.doctor.MachineFacts.Disk;
import io.streambench.doctor.MachineFacts.Jdk;
import io.streambench.doctor.MachineFacts.Kernel;
import io.streambench.doctor.MachineFacts.Leftovers;
import io.streambench.doctor.MachineFacts.Load;
import io.streambench.doctor.MachineFacts.Memory;
import io.streambench.doctor.MachineFacts.Network;
import io.streambench.doctor.MachineFacts.Power;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A machine that is fine, but for what a test changes. */
final class Facts {
  static final long GB = 1_000_000_000L;

  Jdk jdk = jdk("17.0.15+6", 64);
  Memory memory = memory(16 * GB, 12 * GB);
  List<Disk> disks = List.of(disk("data", 50 * GB), disk("logs", 50 * GB));
  Cpu cpu = cpu(8, Set.of("performance"), Answer.NO, OptionalDouble.empty());
  Load load = new Load(OptionalDouble.of(0.5), List.of());
  Power power = Power.MAINS;
  Network network = new Network(true, OptionalInt.of(28_232), OptionalInt.of(3));
  OptionalLong openFileLimit = OptionalLong.of(65_536);
  Kernel kernel = new Kernel(Optional.of("madvise"), Optional.of("tsc"));
  Checkout checkout = new Checkout(Optional.of("0123456789ab"), Answer.NO);
  Leftovers leftovers = new Leftovers(0, List.of());

  static Jdk jdk(String version, int bits, String... arguments) {
    return new Jdk(17, version, "Somebody", "OpenJDK Server VM", bits, List.of(arguments));
  }

  static Memory memory(long total, long available) {
    return new Memory(
        OptionalLong.of(total),
        OptionalLong.of(available),
        OptionalLong.empty(),
        OptionalLong.of(0));
  }

  static Disk disk(String use, long free) {
    return new Disk(use, "target/", OptionalLong.of(free));
  }

  static Cpu cpu(int usable, Set<String> governors, Answer boost, OptionalDouble quota) {
    return new Cpu(usable, OptionalInt.of(8), governors, boost, quota, true);
  }

  static MachineFacts unknown() {
    Facts facts = new Facts();
    OptionalLong none = OptionalLong.empty();
    facts.memory = new Memory(none, none, none, none);
    facts.disks = List.of(new Disk("data", "target/", none), new Disk("logs", "logs/", none));
    facts.cpu =
        new Cpu(4, OptionalInt.empty(), Set.of(), Answer.UNKNOWN, OptionalDouble.empty(), false);
    facts.load = new Load(OptionalDouble.empty(), List.of());
    facts.power = Power.UNKNOWN;
    facts.network = new Network(true, OptionalInt.empty(), OptionalInt.empty());
    facts.openFileLimit = none;
    facts.kernel = new Kernel(Optional.empty(), Optional.empty());
    facts.checkout = new Checkout(Optional.empty(), Answer.UNKNOWN);
    return facts.build();
  }

  MachineFacts build() {
    return new MachineFacts(
        jdk, memory, disks, cpu, load, power, network, openFileLimit, kernel, checkout, leftovers);
  }
}
