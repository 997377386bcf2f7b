package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code jmh.sh} under a JDK that is too old for the jar even to say so. */
@Timeout(20)
class JmhScriptTest {
  @TempDir Path jdk;

  @ParameterizedTest
  @CsvSource({
    "echo 'java version \"1.8.0_202\"' >&2, 'be 17 or later, got ''8'''",
    "echo 'openjdk version \"11.0.2\" 2019-01-15' >&2, 'be 17 or later, got ''11'''",
    "echo 'none of ours' >&2, 'be 17 or later, got ''unknown'''",
    "echo no memory >&2; exit 1, 'start, got from '"
  })
  void refusesAnOldOrBrokenJdkInOneLineWithStatus2(String answer, String rule) throws Exception {
    Path java = Files.createDirectory(jdk.resolve("bin")).resolve("java");
    Files.writeString(java, "#!/bin/sh\n" + answer + "\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    ProcessBuilder script =
        new ProcessBuilder(Home.folder().resolve("jmh.sh").toString(), "StreamingSearch");
    script.directory(jdk.toFile()).redirectErrorStream(true);
    script.environment().put("JAVA_HOME", jdk.toString());
    Process process = script.start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(said).startsWith("JDK must " + rule).hasLineCount(1);
  }
}
