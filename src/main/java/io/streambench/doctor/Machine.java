package io.streambench.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.streambench.cluster.DataFolder;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads what this machine is like now, in well under a second. Nothing is changed, and nothing is
 * an error: what cannot be read is empty. All sizes are in bytes.
 */
public class Machine {
  private static final int MIN_JDK = 17;

  /** Arguments under which code is not compiled or run as it is elsewhere. */
  private static final Pattern SLOWING =
      Pattern.compile(
          "-Xint|-Xcomp|-Xdebug|-Xrunjdwp.*|-agent(lib|path):.*|-javaagent:.*"
              + "|-XX:TieredStopAtLevel=[0-3]|-XX:-TieredCompilation|-ea.*|-enableassertions.*");

  private static final int GIT_SECONDS = 5;
  private static final String CPUS = "sys/devices/system/cpu/";
  private static final String SUPPLIES = "sys/class/power_supply";

  /** The column of the state in {@code proc/net/tcp}, and the kernel's number for TIME_WAIT. */
  private static final int STATE = 3;

  private static final String TIME_WAIT = "06";

  private final KernelFiles files;
  private final ControlGroups groups;
  private final Processes processes;
  private final Path home;
  private final Path data;
  private final Path logs;

  /**
   * @param root where {@code proc} and {@code sys} are: {@code /}, but for tests
   * @param home folder of this module
   * @param data where runs keep their data
   * @param logs where runs leave their evidence
   */
  public Machine(Path root, Path home, Path data, Path logs) {
    this.files = new KernelFiles(root);
    this.groups = new ControlGroups(files);
    this.processes = new Processes(files);
    this.home = home;
    this.data = data;
    this.logs = logs;
  }

  Path data() {
    return data;
  }

  Path logs() {
    return logs;
  }

  Runtime.Version version() {
    return Runtime.version();
  }

  String property(String name) {
    return System.getProperty(name, "unknown");
  }

  List<String> jvmArguments() {
    return ManagementFactory.getRuntimeMXBean().getInputArguments();
  }

  /** This JVM, of which forks are made, too. */
  final String jvm() {
    return version() + ", " + property("java.vendor") + ", " + property("java.vm.name");
  }

  /** What makes this JVM another than those of other people. */
  final List<String> jvmFlaws() {
    String version = version().toString();
    List<String> flaws = new ArrayList<>();
    if (version().feature() < MIN_JDK) {
      flaws.add("older than " + MIN_JDK);
    }
    if (property("sun.arch.data.model").equals("32")) {
      flaws.add("32-bit");
    }
    if (version.contains("-ea") || version.contains("-internal")) {
      flaws.add("not a release");
    }
    if (version.contains("debug") || property("java.vm.name").contains("Zero")) {
      flaws.add("a debug or interpreter build");
    }
    jvmArguments().stream()
        .filter(argument -> SLOWING.matcher(argument).matches())
        .map(argument -> "runs with " + argument.split("[:=]", 2)[0])
        .forEach(flaws::add);
    return flaws;
  }

  Optional<String> commit() {
    return git("rev-parse", "--short=12", "HEAD");
  }

  /** Whether there are changes that are not committed. */
  Optional<Boolean> dirty() {
    return git("status", "--porcelain", "--", ".").map(changes -> !changes.isEmpty());
  }

  /** The output of a git command; empty if it fails for any reason. */
  private Optional<String> git(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("git", "--no-optional-locks", "-C", home.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      CompletableFuture.delayedExecutor(GIT_SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      byte[] said = process.getInputStream().readAllBytes();
      return process.waitFor() == 0
          ? Optional.of(new String(said, StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }

  int abandonedFolders() {
    try {
      return DataFolder.abandonedIn(data).size();
    } catch (IOException e) {
      return 0;
    }
  }

  List<Long> forks() {
    return processes.forks();
  }

  private static Optional<OperatingSystemMXBean> system() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system
        ? Optional.of(system)
        : Optional.empty();
  }

  /** The machine's; the JVM's own figure, which comes second, may be a control group's. */
  Optional<Long> memory() {
    return kibibytes("MemTotal").or(() -> system().map(OperatingSystemMXBean::getTotalMemorySize));
  }

  Optional<Long> memoryLimit() {
    return groups.memoryLimit();
  }

  /** Memory that can be had without swapping. */
  Optional<Long> memoryAvailable() {
    return Stream.of(kibibytes("MemAvailable"), groups.memoryLeft())
        .flatMap(Optional::stream)
        .min(Long::compare);
  }

  Optional<Long> swapUsed() {
    return kibibytes("SwapTotal")
        .flatMap(all -> kibibytes("SwapFree").map(free -> all - free))
        .or(() -> system().map(it -> it.getTotalSwapSpaceSize() - it.getFreeSwapSpaceSize()));
  }

  private Optional<Long> kibibytes(String word) {
    return files
        .number("proc/meminfo", word)
        .filter(amount -> amount >= 0)
        .map(amount -> amount * 1024);
  }

  /** The space for a folder; one that a run has yet to make will be where its parent is. */
  Optional<Long> free(Path folder) {
    Path at = folder.toAbsolutePath();
    while (!Files.exists(at) && at.getParent() != null) {
      at = at.getParent();
    }
    try {
      return Optional.of(Files.getFileStore(at).getUsableSpace());
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }

  /** A folder as people see it. */
  final String shown(Path folder) {
    Path at = folder.toAbsolutePath().normalize();
    return at.startsWith(home)
        ? home.relativize(at) + "/"
        : Redactor.ofThisMachine().redact(at.toString());
  }

  /** Returns whether a port of 127.0.0.1 can be had that the system chooses. */
  boolean canBind() {
    try (ServerSocket socket =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return socket.getLocalPort() > 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** How many ports the system can choose from. */
  final Optional<Integer> ephemeralPorts() {
    return files
        .text("proc/sys/net/ipv4/ip_local_port_range")
        .filter(range -> range.matches("\\d{1,5}\\s+\\d{1,5}"))
        .map(range -> range.split("\\s+"))
        .map(ends -> Integer.parseInt(ends[1]) - Integer.parseInt(ends[0]) + 1);
  }

  /** Ports that are held by connections that are closed already. */
  final int timeWait() {
    return (int)
        Stream.of("proc/net/tcp", "proc/net/tcp6")
            .flatMap(file -> files.lines(file).stream())
            .map(line -> line.strip().split("\\s+"))
            .filter(words -> words.length > STATE && words[STATE].equals(TIME_WAIT))
            .count();
  }

  Optional<Long> openFileLimit() {
    return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix
        ? Optional.of(unix.getMaxFileDescriptorCount())
        : Optional.empty();
  }

  /** Processors that this JVM may use. */
  int usableCpus() {
    return Runtime.getRuntime().availableProcessors();
  }

  /** Processors of the machine, from a list of ranges: {@code 0-3,6}. */
  final int onlineCpus() {
    int count = 0;
    for (String range : files.text(CPUS + "online").orElse("").split(",")) {
      if (!range.matches("\\d{1,6}(-\\d{1,6})?")) {
        return usableCpus();
      }
      String[] ends = range.split("-");
      count += Integer.parseInt(ends[ends.length - 1]) - Integer.parseInt(ends[0]) + 1;
    }
    return count;
  }

  /** What sets the clock of the processors. */
  final Set<String> governors() {
    Set<String> governors = new TreeSet<>();
    for (String cpu : files.names(CPUS, "cpu\\d+")) {
      files.text(CPUS + cpu + "/cpufreq/scaling_governor").ifPresent(governors::add);
    }
    return governors;
  }

  /** Whether the clock may rise above its nominal rate. */
  final Optional<Boolean> boost() {
    String noTurbo = files.text(CPUS + "intel_pstate/no_turbo").orElse("");
    String boost = files.text(CPUS + "cpufreq/boost").orElse("");
    if (noTurbo.equals("0") || boost.equals("1")) {
      return Optional.of(true);
    }
    return noTurbo.equals("1") || boost.equals("0") ? Optional.of(false) : Optional.empty();
  }

  /** CPUs' worth of time that the control groups allow, if they limit it. */
  final Optional<Double> cpuQuota() {
    return groups.cpuQuota();
  }

  final boolean hasControlGroups() {
    return groups.readable();
  }

  /** Processes that were running or waiting to, over the last minute. */
  Optional<Double> load() {
    return files
        .text("proc/loadavg")
        .map(text -> text.split(" ")[0])
        .filter(first -> first.matches("\\d{1,9}\\.\\d{1,9}"))
        .map(Double::valueOf)
        .or(
            () ->
                Optional.of(ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage())
                    .filter(average -> average >= 0));
  }

  /** Names of the busiest processes; takes 0.3 s. */
  List<String> busiest() {
    return Processes.busiest();
  }

  /**
   * Whether the machine does not live on its battery. A laptop that charges has both; a mouse's
   * battery says nothing about the machine.
   */
  final Optional<Boolean> mains() {
    if (!files.exists(SUPPLIES)) {
      return Optional.empty();
    }
    List<String> own =
        files.names(SUPPLIES, ".*").stream()
            .map(name -> SUPPLIES + "/" + name)
            .filter(supply -> !says(supply + "/scope", "Device"))
            .toList();
    return Optional.of(
        own.stream().anyMatch(supply -> says(supply + "/online", "1"))
            || own.stream().noneMatch(supply -> says(supply + "/status", "Discharging")));
  }

  private boolean says(String file, String word) {
    return files.text(file).orElse("").equals(word);
  }

  final Optional<String> hugePages() {
    return files
        .text("sys/kernel/mm/transparent_hugepage/enabled")
        .map(text -> text.replaceAll(".*\\[(.*)].*", "$1"));
  }

  final Optional<String> clockSource() {
    return files.text("sys/devices/system/clocksource/clocksource0/current_clocksource");
  }
}
