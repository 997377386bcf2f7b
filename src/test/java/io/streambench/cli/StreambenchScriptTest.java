package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import io.streambench.base.files.LockFile;
import io.streambench.bench.fork.MeasuringLock;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests both scripts in a copy of the module. Its java and mvnw print their arguments. */
class StreambenchScriptTest {
  private static final String JDK_17 = "echo 'openjdk version \"17.0.15\" 2025-04-15' >&2";

  /** Environment variables with options for every JVM. */
  private static final Set<String> JVM_VARIABLES =
      Set.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS");

  @TempDir Path folder;

  private Path home;
  private Path jar;
  private String output;
  private String options = "-Da=b -Xmx1g";
  private List<String> launcher = List.of();

  @BeforeEach
  void copyScripts() throws Exception {
    home = Files.createDirectory(folder.resolve("a module"));
    for (String file : List.of("jmh.sh", "streambench", "src/main/sh/launch.sh")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.writeString(home.resolve(file), readScript(file));
      assertThat(home.resolve(file).toFile().setExecutable(true)).isTrue();
    }
    Files.writeString(home.resolve("pom.xml"), "");
    jar = Files.createDirectory(home.resolve("target")).resolve("benchmarks.jar");
    Files.writeString(jar, "");
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().plusSeconds(3600)));
    writeExecutable(home.resolve("mvnw"), "echo built in $PWD; echo > target/benchmarks.jar");
    writeJava(JDK_17);
  }

  /** Returns a script of the module that looks for locks in this test's folder. */
  private String readScript(String file) throws Exception {
    String script = Files.readString(Installation.moduleFolder().resolve(file));
    String locks = "/tmp/streambench.lock /tmp/jmh.lock";
    assertThat(script.contains(locks)).isEqualTo(file.endsWith("launch.sh"));
    return script.replace(locks, locks.replaceAll("/tmp/(\\S+)", "'" + folder + "/$1'"));
  }

  /** Takes the lock of a run in another checkout. */
  private MeasuringLock lockAsRunElsewhere() {
    String temporary = System.setProperty("java.io.tmpdir", folder.toString());
    try {
      return MeasuringLock.acquire("test");
    } finally {
      System.setProperty("java.io.tmpdir", temporary);
    }
  }

  private void makeJarOutdated() throws Exception {
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now().minusSeconds(3600)));
  }

  private static void writeExecutable(Path file, String body) throws Exception {
    Files.createDirectories(file.getParent());
    Files.writeString(file, "#!/bin/bash\n" + body + "\n");
    assertThat(file.toFile().setExecutable(true)).isTrue();
  }

  private void writeJava(String versionCommand) throws Exception {
    writeExecutable(
        folder.resolve("jdk/bin/java"),
        "if [ \"$1\" = -version ]; then "
            + versionCommand
            + "; exit; fi; printf '<%s>' \"$@\"; echo \" in $PWD\"; exit 3");
  }

  private int run(String script, String... arguments) throws Exception {
    List<String> command = new ArrayList<>(launcher);
    command.add(home.resolve(script).toString());
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.redirectErrorStream(true).environment().put("JAVA_HOME", folder + "/jdk");
    builder.environment().keySet().removeAll(JVM_VARIABLES);
    builder.environment().put("JAVA_OPTS", options);
    Process process = builder.start();
    output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    return process.waitFor();
  }

  @Test
  void passesArgumentsAndStatusFromAnyFolder() throws Exception {
    assertThat(run("streambench", "doctor", "two words", "")).isEqualTo(3);
    assertThat(output)
        .isEqualTo(
            "<-Xmx256m><-Da=b><-Xmx1g><-cp><"
                + jar.toRealPath()
                + "><io.streambench.cli.StreambenchMain><doctor><two words><> in "
                + folder.toRealPath()
                + "\n");
  }

  /** A JVM does not start with options for two collectors. */
  @ParameterizedTest
  @ValueSource(strings = {"JAVA_OPTS", "JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS"})
  void choosesCollectorOnlyWithoutUserOptions(String variable) throws Exception {
    options = "";
    assertThat(run("streambench", "analyze", "x")).isEqualTo(3);
    assertThat(output).contains("<-XX:+UseSerialGC>");
    launcher = List.of("env", variable + "=-XX:+UseG1GC");
    options = variable.equals("JAVA_OPTS") ? "-XX:+UseG1GC" : "";
    assertThat(run("streambench", "analyze", "x")).isEqualTo(3);
    assertThat(output).doesNotContain("SerialGC");
  }

  @Test
  void followsRelativeLinkToScript() throws Exception {
    Path links = Files.createDirectory(folder.resolve("my links"));
    Path link = Files.createSymbolicLink(links.resolve("jmh"), Path.of("../a module/jmh.sh"));
    assertThat(run(home.relativize(link).toString(), "two words")).isEqualTo(3);
    assertThat(output).contains("<" + jar.toRealPath() + "><two words>").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"streambench", "jmh.sh"})
  void rejectsFolderWithColon(String script) throws Exception {
    Path other = Files.move(home, folder.resolve("a:module"));
    home = other;
    assertThat(run(script, "x")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).contains("must have no ':'", other.toString()).hasLineCount(1);
  }

  @Test
  void distinguishesBrokenJdkFromOldJdk() throws Exception {
    writeJava("echo 'Error: could not reserve enough space' >&2; exit 1");
    assertThat(run("streambench", "doctor")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output)
        .startsWith("JDK must start, got from")
        .contains("could not reserve enough space")
        .hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"streambench", "jmh.sh"})
  void buildsJarOlderThanSource(String script) throws Exception {
    makeJarOutdated();
    assertThat(run(script, "x")).isEqualTo(3);
    assertThat(output.lines().toList())
        .hasSize(3)
        .startsWith("building " + jar.toRealPath() + " ...", "built in " + home.toRealPath());
  }

  private static final String QUERY_COMMANDS =
      """
      jmh.sh;
      jmh.sh;-l
      jmh.sh;-lp StreamingSearch
      jmh.sh;-lprof
      jmh.sh;-h
      jmh.sh;--help
      streambench;
      streambench;--help
      streambench;compare a.json b.json
      streambench;compare --run x --run y --help
      streambench;study --list
      streambench;analyze run
      streambench;doctor
      """;

  private static final String MEASURING_COMMANDS =
      """
      jmh.sh;StreamingSearch
      jmh.sh;-p docCount=10 -wi 0
      streambench;compare --run x --run y
      streambench;compare --forks 2 --run=x --run=y
      streambench;study windows
      streambench;join host
      """;

  private static String[] splitArguments(String arguments) {
    return arguments == null ? new String[0] : arguments.split(" ");
  }

  /** Takes a lock like that of a run in this checkout. */
  private LockFile lockAsRunHere() throws Exception {
    Path locks = Files.createDirectories(home.resolve("target/streambench"));
    return LockFile.tryLock(locks.resolve("run-1.lock"), true).orElseThrow();
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', textBlock = QUERY_COMMANDS)
  @EnabledOnOs(OS.LINUX)
  void answersQueriesWithoutBuildDuringMeasurement(String script, String arguments)
      throws Exception {
    makeJarOutdated();
    try (MeasuringLock elsewhere = lockAsRunElsewhere()) {
      assertThat(run(script, splitArguments(arguments))).as(output).isEqualTo(3);
      assertThat(output).contains("warning: ", "another run").doesNotContain("built in");
    }
    try (LockFile here = lockAsRunHere()) {
      assertThat(run(script, splitArguments(arguments))).as(output).isEqualTo(3);
      assertThat(output).contains("warning: ", "this checkout").doesNotContain("built in");
    }
    assertThat(run(script, splitArguments(arguments))).isEqualTo(3);
    assertThat(output).contains("built in").doesNotContain("warning: ");
  }

  @ParameterizedTest
  @CsvSource(delimiter = ';', textBlock = MEASURING_COMMANDS)
  @EnabledOnOs(OS.LINUX)
  void rejectsMeasurementDuringMeasurement(String script, String arguments) throws Exception {
    makeJarOutdated();
    try (MeasuringLock elsewhere = lockAsRunElsewhere()) {
      assertThat(run(script, splitArguments(arguments))).isEqualTo(ExitStatus.WRONG_USE.code());
      assertThat(output).contains("another run").hasLineCount(1);
      options = "-Djmh.ignoreLock=true";
      assertThat(run(script, splitArguments(arguments))).isEqualTo(3);
      assertThat(output).contains("built in");
    }
    makeJarOutdated();
    try (LockFile here = lockAsRunHere()) {
      assertThat(run(script, splitArguments(arguments))).isEqualTo(ExitStatus.WRONG_USE.code());
      assertThat(output).contains("this checkout").hasLineCount(1);
    }
    assertThat(run(script, splitArguments(arguments))).isEqualTo(3);
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void buildsNewCheckoutForQueryDuringMeasurement() throws Exception {
    Files.delete(jar);
    try (MeasuringLock elsewhere = lockAsRunElsewhere()) {
      assertThat(run("jmh.sh", "-l")).isEqualTo(3);
      assertThat(output).contains("built in", "<-l>");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"streambench", "jmh.sh"})
  @EnabledOnOs(OS.LINUX)
  void usesExistingJarWithoutWritePermission(String script) throws Exception {
    makeJarOutdated();
    Files.setPosixFilePermissions(jar.getParent(), PosixFilePermissions.fromString("r-xr-xr-x"));
    if (Files.isWritable(jar.getParent())) { // root
      launcher = List.of("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--");
    }
    assertThat(run(script, "x")).isEqualTo(3);
    assertThat(output).contains("warning: ", "no permission").doesNotContain("built in");
    Files.setPosixFilePermissions(jar.getParent(), PosixFilePermissions.fromString("rwxr-xr-x"));
    Files.delete(jar);
    Files.setPosixFilePermissions(jar.getParent(), PosixFilePermissions.fromString("r-xr-xr-x"));
    assertThat(run(script, "x")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).contains("must be built first", "./mvnw").hasLineCount(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"streambench", "jmh.sh"})
  void doesNotBuildUnpackedRelease(String script) throws Exception {
    Files.delete(home.resolve("pom.xml"));
    makeJarOutdated();
    assertThat(run(script, "x")).isEqualTo(3);
    assertThat(output).contains("<" + jar.toRealPath() + ">").hasLineCount(1);
  }

  @Test
  void usesSingleJarNextToScriptInRelease() throws Exception {
    Files.delete(home.resolve("pom.xml"));
    Path one = Files.createFile(home.resolve("streambench.jar"));
    Files.setLastModifiedTime(one, Files.getLastModifiedTime(jar));
    assertThat(run("streambench", "predict", "--shards", "3")).isEqualTo(3);
    assertThat(output).contains("<" + one.toRealPath() + ">");
    assertThat(run("streambench", "doctor")).isEqualTo(3);
    assertThat(output).contains("<" + jar.toRealPath() + ">");
  }

  @ParameterizedTest
  @ValueSource(strings = {"streambench", "jmh.sh"})
  void failedBuildReturnsStatus1(String script) throws Exception {
    Files.delete(jar);
    writeExecutable(home.resolve("mvnw"), "exit 5");
    assertThat(run(script, "x")).isEqualTo(ExitStatus.FAILED.code());
    assertThat(output).endsWith("the build failed, see above\n");
  }

  @Test
  void readsJdkVersionFromReleaseFile() throws Exception {
    writeJava("echo 'was started for its version' >&2; exit 1");
    Path release = folder.resolve("jdk/release");
    Files.writeString(release, "IMPLEMENTOR=\"N/A\"\nJAVA_VERSION=\"17.0.15\"\n");
    assertThat(run("streambench", "doctor")).isEqualTo(3);
    Files.writeString(release, "JAVA_VERSION=\"1.8.0_202\"\n");
    assertThat(run("streambench", "doctor")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).startsWith("JDK must be 17 or later, got '8'").hasLineCount(1);
    Files.writeString(release, "IMPLEMENTOR=\"N/A\"\n");
    assertThat(run("streambench", "doctor")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).contains("was started for its version");
  }

  @ParameterizedTest
  @CsvSource({
    "analyze --zk, streambench.jar",
    "attach, streambench.jar",
    "evidence run, streambench.jar",
    "predict --shards 3, streambench.jar",
    "predict --zk=zk:2181 --collection c, benchmarks.jar",
    "predict --collection c --zk zk:2181, benchmarks.jar",
    "compare a b, benchmarks.jar",
    "study predict, benchmarks.jar",
    "--help, benchmarks.jar"
  })
  void runsCommandsWithoutSolrFromSingleJar(String arguments, String expectedJar) throws Exception {
    Path one = Files.createFile(jar.resolveSibling("streambench.jar"));
    assertThat(run("streambench", arguments.split(" "))).isEqualTo(3);
    assertThat(output).as("older").contains("<" + jar.toRealPath() + ">");
    Files.setLastModifiedTime(one, FileTime.from(Instant.now().plusSeconds(7200)));
    assertThat(run("streambench", arguments.split(" "))).isEqualTo(3);
    assertThat(output).contains("<" + jar.toRealPath().resolveSibling(expectedJar) + ">");
  }

  @Test
  void usesOptimizingCompilerOnlyForLargeLog() throws Exception {
    options = "";
    Path log = Files.write(folder.resolve("a log"), new byte[1 << 20]);
    assertThat(run("streambench", "analyze", "--format", "json", log.toString())).isEqualTo(3);
    assertThat(output).contains("<-XX:TieredStopAtLevel=1>");
    try (OutputStream out = Files.newOutputStream(log)) {
      for (int megabyte = 0; megabyte < 200; megabyte++) {
        out.write(new byte[1 << 20]);
      }
    }
    assertThat(run("streambench", "analyze", "--format", "json", log.toString())).isEqualTo(3);
    assertThat(output).contains("<-XX:+UseSerialGC>").doesNotContain("TieredStopAtLevel");
    assertThat(run("streambench", "analyze", "missing.log")).isEqualTo(3);
    assertThat(output).contains("<missing.log>").hasLineCount(1);
  }

  @Test
  void reportsMissingJdkInOneLine() throws Exception {
    Files.delete(folder.resolve("jdk/bin/java"));
    assertThat(run("streambench", "doctor")).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(output).startsWith("JDK must be 17 or later and on the PATH").hasLineCount(1);
  }
}
