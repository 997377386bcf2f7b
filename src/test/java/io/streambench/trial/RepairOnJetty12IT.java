package io.streambench.trial;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.JavaProcess;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the repair on Jetty 12, with responses that are larger than a stock client's session
 * window.
 */
@Tag("program")
@Tag("slow")
class RepairOnJetty12IT {
  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "12.0.33, merges 0 1 12 3340000",
    "12.1.5, merges 0 1 12 3340000",
    "12.1.5, isolation 0 cancelled 0 0 false"
  })
  void noReaderHangs(String version, String trial) throws Exception {
    String arguments = Jetty12.TRIAL + " ON_RECEIPT,MEMORY_BOUND 1 0.5 " + trial;
    try (JavaProcess process =
        Jetty12.start(
            version,
            folder,
            List.of("-Xmx1g"),
            RepairTrials.class.getName(),
            arguments.split(" "))) {
      int status = process.waitFor();
      assertThat(process.output())
          .startsWith("Jetty " + version)
          .containsPattern("on-receipt +\\d+\\.\\d\\d")
          .containsPattern("memory-bound +\\d+\\.\\d\\d");
      assertThat(status).isZero();
    }
  }
}
