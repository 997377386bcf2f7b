package io.streambench.doctor;

import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The facts about this machine, before anybody judges them. What cannot be read is empty or {@code
 * UNKNOWN}; all sizes are in bytes.
 */
public record MachineFacts(
    Jdk jdk,
    Memory memory,
    List<Disk> disks,
    Cpu cpu,
    Load load,
    Power power,
    Network network,
    OptionalLong openFileLimit,
    Kernel kernel,
    Checkout checkout,
    Leftovers leftovers) {

  /** A yes or no that may not be readable. */
  public enum Answer {
    YES,
    NO,
    UNKNOWN
  }

  /** The source of the machine's electricity. */
  public enum Power {
    MAINS,
    BATTERY,
    UNKNOWN
  }

  /**
   * The JVM that asks, which is the one that forks are made of.
   *
   * @param arguments what it was started with
   */
  public record Jdk(
      int feature, String version, String vendor, String vm, int bits, List<String> arguments) {}

  /**
   * Memory of the machine, and what a control group leaves of it.
   *
   * @param total the machine's
   * @param available what can be had without swapping
   * @param limit the lowest limit of the control groups, if there is one
   * @param swapUsed what lies in swap space
   */
  public record Memory(
      OptionalLong total, OptionalLong available, OptionalLong limit, OptionalLong swapUsed) {}

  /**
   * Space for one of the folders that a run writes to.
   *
   * @param use what is written there
   * @param folder as it is shown
   */
  public record Disk(String use, String folder, OptionalLong free) {}

  /**
   * The processors.
   *
   * @param usable those that this JVM may use
   * @param online those of the machine
   * @param governors what sets their clock; empty if not readable
   * @param boost whether the clock may rise above its nominal rate
   * @param quota CPUs' worth of time that the control groups allow, if they limit it
   * @param quotaReadable whether there are control groups to ask
   */
  public record Cpu(
      int usable,
      OptionalInt online,
      Set<String> governors,
      Answer boost,
      OptionalDouble quota,
      boolean quotaReadable) {}

  /**
   * The other work that is going on.
   *
   * @param average processes that were running or waiting to, over the last minute
   * @param busiest names of the busiest processes, if it was worth looking
   */
  public record Load(OptionalDouble average, List<String> busiest) {}

  /**
   * Ports on the loopback interface.
   *
   * @param canBind whether a port that the system chooses can be had
   * @param ephemeralPorts how many there are to choose from
   * @param timeWait how many are held by connections that are closed already
   */
  public record Network(boolean canBind, OptionalInt ephemeralPorts, OptionalInt timeWait) {}

  /** Settings of the kernel that change figures. */
  public record Kernel(Optional<String> hugePages, Optional<String> clockSource) {}

  /**
   * The sources that the run will be of.
   *
   * @param commit abbreviated
   */
  public record Checkout(Optional<String> commit, Answer dirty) {}

  /**
   * The leftovers of other runs, and the forks of runs that are under way.
   *
   * @param folders data folders of runs that were killed
   * @param forks processes of forks that run now
   */
  public record Leftovers(int folders, List<Long> forks) {
    public Leftovers {
      forks = List.copyOf(forks);
    }
  }
}
