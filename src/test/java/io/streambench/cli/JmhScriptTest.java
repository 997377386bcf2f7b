package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code jmh.sh} under a JDK that is too old for the jar even to say so. */
@Timeout(20)
class JmhScriptTest {
  @TempDir Path jdk;

  @Test
  void refusesAnOldJdkInOneLineWithStatus2() throws Exception {
    Path java = Files.createDirectory(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\necho 'java version \"1.8.0_202\"' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessBuilder script =
        new ProcessBuilder(Home.folder().resolve("jmh.sh").toString(), "StreamingSearch");
    script.directory(jdk.toFile()).redirectErrorStream(true);
    script.environment().put("JAVA_HOME", jdk.toString());
    Process process = script.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(said).startsWith("JDK must be 17 or later, got '8'").hasLineCount(1);
  }
}
