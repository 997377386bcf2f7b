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
  void theJavaVersionIsThatOfTheJdkLine(String vm, String jdk, int version) {
    assertThat(Jcmd.javaVersion(vm + "\n" + jdk + "\n")).hasValue(version);
  }

  @Test
  void aJvmThatReportsNoVersionHasNone() {
    assertThat(Jcmd.javaVersion("some other JVM, JDK 11\n")).isEmpty();
  }

  @Test
  void theFolderThatKeepsAnotherUserFromAFileIsFound() throws Exception {
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
  void aDumpOfThreadsAndHeapShowsTheOldGenerationOfTheSerialCollector() throws Exception {
    List<String> options = List.of("-XX:+UseSerialGC", "-Xmx32m");
    try (JavaProcess jvm = JavaProcess.ofTest(folder, options, LoadedAgentTest.Host.class)) {
      jvm.awaitOutput("ready");
      assertThat(Jcmd.of(jvm.pid(), "attach").threadAndHeapDump())
          .contains("Full thread dump", "\"VM Thread\"")
          .containsPattern("\nHeap\n(?:.*\n)*? *[Tt]enured(?: generation)? +total \\d+K, used \\d");
    }
  }

  /** As with PrivateUsers of systemd: its user could make root follow a link. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aJvmInAUserNamespaceOfItsOwnIsLeftToAToolInThere() throws Exception {
    try (JavaProcess jvm =
        JavaProcess.ofTest(
            List.of("unshare", "-r"), folder, List.of(), LoadedAgentTest.Host.class)) {
      jvm.awaitOutput("ready");
      assertThatThrownBy(() -> Jcmd.of(jvm.pid(), "release"))
          .isInstanceOf(SettingException.class)
          .hasMessageContaining("sudo nsenter -t " + jvm.pid() + " -U -m -S $(stat -c %u /proc/")
          .message()
          .hasLineCount(1);
    }
  }

  /** Such as a web server, or a program in Go: attaching would end it. */
  @Test
  void aProcessThatHandlesTheSignalOfAttachingIsNoJvm() throws Exception {
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
