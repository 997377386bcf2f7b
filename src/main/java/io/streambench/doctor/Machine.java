package io.streambench.doctor;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.UnixOperatingSystemMXBean;
import io.streambench.cluster.DataFolder;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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

  private static final String FORK = "org.openjdk.jmh.runner.ForkedMain";
  private static final String GROUPS = "sys/fs/cgroup/";
  private static final String CPUS = "sys/devices/system/cpu/";
  private static final String SUPPLIES = "sys/class/power_supply";

  /** The column of the state in {@code proc/net/tcp}, and the kernel's number for TIME_WAIT. */
  private static final int STATE = 3;

  private static final String TIME_WAIT = "06";

  private final KernelFiles files;
  private final Map<String, Object> build;
  private final Path home;
  private final Path data;
  private final Path logs;

  /**
   * @param root where {@code proc} and {@code sys} are: {@code /}, but for tests
   * @param build {@code gitCommit} and {@code gitDirty} of what runs here
   * @param home folder of this module
   * @param data where runs keep their data
   * @param logs where runs leave their evidence
   */
  public Machine(Path root, Map<String, Object> build, Path home, Path data, Path logs) {
    this.files = new KernelFiles(root);
    this.build = build;
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
    return built("gitCommit", "[0-9a-f]{12,}").map(commit -> commit.substring(0, 12));
  }

  /** Whether there were changes that were not committed. */
  Optional<Boolean> dirty() {
    return built("gitDirty", "true|false").map(Boolean::valueOf);
  }

  private Optional<String> built(String name, String regex) {
    return Optional.ofNullable(build.get(name))
        .map(Object::toString)
        .filter(it -> it.matches(regex));
  }

  int abandonedFolders() {
    try {
      return DataFolder.abandonedIn(data).size();
    } catch (IOException e) {
      return 0;
    }
  }

  /** Processes of JMH forks; {@code /proc} has command lines that are longer than a page. */
  Optional<List<Long>> forks() {
    List<Long> forks =
        files.names("proc", "\\d{1,18}").stream()
            .filter(process -> isFork(files.text("proc/" + process + "/cmdline").orElse("")))
            .map(Long::valueOf)
            .sorted()
            .toList();
    return files.exists("proc") ? Optional.of(forks) : Optional.empty();
  }

  /** The class is an argument of its own; a search for its name is no fork. */
  private static boolean isFork(String commandLine) {
    List<String> words = List.of(commandLine.split("\0"));
    return words.contains(FORK) && words.get(0).matches("(.*/)?java");
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

  /** Bytes that the control groups allow, if they limit them. */
  Optional<Long> memoryLimit() {
    return ofGroups("memory.max", "\\d{1,18}").map(Long::valueOf).min(Long::compare);
  }

  /** Memory that can be had without swapping. */
  Optional<Long> memoryAvailable() {
    return kibibytes("MemAvailable");
  }

  /** What this process's control group (version 2) and all above it have in a file. */
  private Stream<String> ofGroups(String file, String regex) {
    Path group =
        files.lines("proc/self/cgroup").stream()
            .filter(line -> line.startsWith("0::/") && !line.contains(".."))
            .findFirst()
            .map(line -> Path.of(line.substring("0::/".length())))
            .orElse(Path.of(""));
    return Stream.concat(
            Stream.of(Path.of("")), Stream.iterate(group, Objects::nonNull, Path::getParent))
        .flatMap(at -> files.text(GROUPS + at + "/" + file).stream())
        .filter(text -> text.matches(regex));
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
    return ofGroups("cpu.max", "\\d{1,18}\\s+[1-9]\\d{0,17}")
        .map(text -> text.split("\\s+"))
        .map(pair -> Double.parseDouble(pair[0]) / Double.parseDouble(pair[1]))
        .min(Double::compare);
  }

  final boolean hasControlGroups() {
    return files.exists(GROUPS) && files.exists("proc/self/cgroup");
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
