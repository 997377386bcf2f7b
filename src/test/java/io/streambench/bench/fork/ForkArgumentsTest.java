package io.streambench.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

class ForkArgumentsTest {
  @TempDir Path folder;

  private Options addForkArguments(List<String> appendedArguments, String... commandLine)
      throws Exception {
    CommandLineOptions line = new CommandLineOptions(commandLine);
    return ForkArguments.addForkArguments(
            new OptionsBuilder().parent(line), line, appendedArguments, folder)
        .build();
  }

  @Test
  void passesArgumentsWithoutPasswordsToFork() throws Exception {
    Options options = addForkArguments(List.of("-Da=b"), "-jvmArgs", "-Xmx1g -Dsolr.http1=true");
    assertThat(options.getJvmArgs().get()).containsExactly("-Xmx1g", "-Dsolr.http1=true");
    assertThat(options.getJvmArgsAppend().get()).containsExactly("-Da=b");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void writesPasswordsToFileThatOnlyOwnerCanRead() throws Exception {
    Options options =
        addForkArguments(
            List.of("-Djavax.net.ssl.trustStorePassword=store\"1\\", "-Da=b"),
            "-jvmArgs",
            "-Xmx1g -Dbasicauth=bob:secret1");
    assertThat(options.getJvmArgs().get()).containsExactly("-Xmx1g");
    Path file = folder.resolve("secret.args");
    assertThat(options.getJvmArgsAppend().get()).containsExactly("-Da=b", "@" + file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "\"-Dbasicauth=bob:secret1\"", "\"-Djavax.net.ssl.trustStorePassword=store\\\"1\\\\\"");
    assertThat(Files.getPosixFilePermissions(file)).hasSize(2);
  }
}
