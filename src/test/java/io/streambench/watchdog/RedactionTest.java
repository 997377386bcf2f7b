package io.streambench.watchdog;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RedactionTest {
  private final Redaction redaction = new Redaction("/home/alice", "alice", "wonderland");

  @ParameterizedTest
  @CsvSource({
    "-javaagent:/home/alice/agent.jar=x, -javaagent:~/agent.jar=x",
    "/home/alice, ~",
    "/mnt/alice/logs, /mnt/[user]/logs",
    "-Dfrom=wonderland:8983, -Dfrom=[host]:8983",
    "-Dhttp.proxyHost=10.1.2.3, -Dhttp.proxyHost=[address]",
    "-Dbind=fe80::1ff:fe23:4567:890a, -Dbind=[address]",
    "-Djavax.net.ssl.keyStorePassword=open sesame, -Djavax.net.ssl.keyStorePassword=[hidden]",
    "-Dapi.key=abc, -Dapi.key=[hidden]",
    "-Drepo=https://me:pw@example.org/x, -Drepo=https://[hidden]@example.org/x"
  })
  void takesOutWhoAndWhere(String text, String redacted) {
    assertThat(redaction.of(text)).isEqualTo(redacted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "-Xmx256m",
        "-Dsolr.http1=true",
        "-Dbind=127.0.0.1",
        "-Dbind=::1",
        "-Xlog:gc*::time",
        "/home/alicette/x",
        "-Dmalice=1"
      })
  void leavesTheRestAsItIs(String text) {
    assertThat(redaction.of(text)).isEqualTo(text);
  }

  @Test
  void knowsNothingWhereNothingIsKnown() {
    assertThat(new Redaction("/", "", "").of("/opt/x /")).isEqualTo("/opt/x /");
  }

  @Test
  void theArgumentsOfThisJvmNameNoHomeFolder() {
    assertThat((List<?>) Environment.describe().get("jvmArguments"))
        .noneMatch(argument -> argument.toString().contains(System.getProperty("user.home") + "/"));
  }
}
