package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Checkout, working folder, logs and temporary files in a folder named {@code a b ü}. */
@Tag("program")
@Tag("matrix")
@Timeout(300)
class SpacedPathIT {
  @TempDir Path folder;

  /** Runs in a shell without a locale, as in a container: there Java knows names of ASCII alone. */
  @Test
  void everythingRuns() throws Exception {
    Path output = folder.resolve("output.txt");
    ProcessBuilder script =
        new ProcessBuilder("bash", "src/test/sh/spaced-path.sh", folder.toString())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile());
    script.environment().put("LC_ALL", "C");
    Process run = script.start();
    assertThat(run.waitFor(280, TimeUnit.SECONDS)).isTrue();
    assertThat(run.exitValue()).as("%s", Files.readString(output)).isZero();
    delete();
  }

  /** Deletes by the shell, too: this JVM may not know how to write the name. */
  private void delete() throws IOException, InterruptedException {
    new ProcessBuilder("bash", "-c", "rm -rf -- \"$0\"/a*", folder.toString()).start().waitFor();
  }
}
