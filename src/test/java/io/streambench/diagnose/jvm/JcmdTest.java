package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.SettingException;
import io.streambench.program.JavaProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JcmdTest {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "OpenJDK 64-Bit Server VM version 11.0.13+8, JDK 11.0.13, 11",
    "OpenJDK 64-Bit Server VM version 17.0.15+6-Debian-1deb12u1, JDK 17.0.15, 17",
    "OpenJDK 64-Bit Server VM version 25.292-b10, JDK 8.0_292, 8"
  })
  void readsJavaVersionFromJdkLine(String vm, String jdk, int version) {
    assertThat(Jcmd.javaVersion(vm + "\n" + jdk + "\n")).hasValue(version);
  }

  @Test
  void returnsNoVersionIfJvmReportsNone() {
    assertThat(Jcmd.javaVersion("some other JVM, JDK 11\n")).isEmpty();
  }

  @Test
  void findsFolderThatBlocksOtherUser() throws Exception {
    Path closed = Files.createDirectories(folder.resolve("a/b/c")).getParent();
    UserPrincipal own = Files.getOwner(closed);
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx------"));
    Path file = closed.resolve("c/agent.jar");
    assertThat(Jcmd.firstInaccessibleParent(file, () -> "other")).contains(closed);
    assertThat(Jcmd.firstInaccessibleParent(file, own)).isNotEqualTo(Optional.of(closed));
    Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("rwx--x--x"));
    assertThat(Jcmd.firstInaccessibleParent(file, () -> "other")).isNotEqualTo(Optional.of(closed));
  }

  @Test
  void threadAndHeapDumpShowsSerialOldGeneration() throws Exception {
    List<String> options = List.of("-XX:+UseSerialGC", "-Xmx32m");
    try (JavaProcess jvm = JavaProcess.ofTest(folder, options, LoadedAgentTest.Host.class)) {
      jvm.awaitOutput("ready");
      assertThat(Jcmd.of(jvm.pid(), "attach").threadAndHeapDump())
          .contains("Full thread dump", "\"VM Thread\"")
          .containsPattern("\nHeap\n(?:.*\n)*? *[Tt]enured(?: generation)? +total \\d+K, used \\d");
    }
  }

  /**
   * A JVM with PrivateUsers of systemd, or in a container, is rejected. Its user could make root
   * follow a link.
   */
  @ParameterizedTest
  @CsvSource({
    "unshare -r, , sudo nsenter -t PID -U -m -S $(stat -c %u /proc/",
    "unshare -rmpf --mount-proc, , docker cp",
    ", -XX:+DisableAttachMechanism, it has attaching disabled): only a restart"
  })
  @EnabledOnOs(OS.LINUX)
  void rejectsInaccessibleJvmInOneLine(String launcherCommand, String option, String advice)
      throws Exception {
    List<String> launcher =
        launcherCommand == null ? List.of() : List.of(launcherCommand.split(" "));
    List<String> options = option == null ? List.of() : List.of(option);
    try (JavaProcess jvm =
        JavaProcess.ofTest(launcher, folder, options, LoadedAgentTest.Host.class)) {
      jvm.awaitOutput("ready");
      long pid = jvm.children().isEmpty() ? jvm.pid() : jvm.children().get(0).pid();
      assertThatThrownBy(() -> Jcmd.of(pid, "release"))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining(advice.replace("PID", Long.toString(pid)))
          .message()
          .hasLineCount(1);
    }
  }

  /** Excludes processes that attaching would end, for example a web server or a Go program. */
  @Test
  void processThatHandlesAttachSignalIsNoJvm() throws Exception {
    assertThat(LocalProcess.isJvm(ProcessHandle.current().pid())).isTrue();
    String script = "trap 'exit 3' QUIT; echo ready; read line";
    Process other = new ProcessBuilder("bash", "-c", script).start();
    try {
      assertThat(other.inputReader().readLine()).isEqualTo("ready");
      assertThat(LocalProcess.isJvm(other.pid())).isFalse();
    } finally {
      other.destroyForcibly();
    }
  }
}
