package io.streambench.diagnose.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JcmdTest {
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
