package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class InvocationTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "streambench.jar release 7                       | streambench.jar          | java -jar streambench.jar",
        "/opt/my tools/streambench.jar release 7         | /opt/my tools/streambench.jar | java -jar '/opt/my tools/streambench.jar'",
        "io.streambench.cli.StreambenchMain release 7    | /opt/x/streambench.jar   | ./streambench",
        "io.streambench.cli.StreambenchMain release 7    | target/classes:lib/a.jar | ./streambench",
        "''                                              | ''                       | ./streambench"
      })
  void commandsBeginAsTheProgramWasStarted(String java, String classPath, String command) {
    assertThat(Invocation.command(java, classPath)).isEqualTo(command + " ");
  }
}
