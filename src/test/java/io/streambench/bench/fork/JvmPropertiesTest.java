package io.streambench.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.runner.options.CommandLineOptions;

class JvmPropertiesTest {
  private final Properties system = new Properties();

  private JvmProperties properties(String... arguments) throws Exception {
    return new JvmProperties(system, new CommandLineOptions(arguments));
  }

  @Test
  void givenArgumentsOverrideOwnProperties() throws Exception {
    system.setProperty("streambench.stallTimeout", "10s");
    assertThat(properties("-jvmArgs", "-Xmx1g -Dsolr.http1=true").allProperties())
        .containsEntry("solr.http1", "true");
    assertThat(
            properties("-jvmArgs", "-Da=1", "-jvmArgs", "-Dstreambench.stallTimeout=2s")
                .allProperties())
        .containsEntry("a", "1")
        .containsEntry("streambench.stallTimeout", "2s");
  }

  @Test
  void doesNotForwardPropertiesThatJmhForwards() throws Exception {
    system.setProperty("streambench.logs", "/logs");
    assertThat(properties("-jvmArgsAppend", "-Xmx1g").forwardedArguments()).isEmpty();
    assertThat(properties("-jvmArgsAppend", "-Xmx1g").ownArguments())
        .containsExactly("-Dstreambench.logs=/logs");
  }

  @Test
  void forwardsOwnPropertiesExceptOverriddenOnes() throws Exception {
    system.setProperty("streambench.logs", "/logs");
    system.setProperty("solr.http1", "false");
    system.setProperty("java.home", "/jdk");
    assertThat(properties("-jvmArgs", "-Dsolr.http1=true").forwardedArguments())
        .containsExactly("-Dstreambench.logs=/logs");
  }

  @Test
  void forwardsCredentialsAndTrustStore() throws Exception {
    system.setProperty("basicauth", "bob:secret1");
    system.setProperty("javax.net.ssl.trustStore", "/keys");
    assertThat(properties("-jvmArgs", "-Xmx1g").forwardedArguments())
        .containsExactlyInAnyOrder("-Dbasicauth=bob:secret1", "-Djavax.net.ssl.trustStore=/keys");
  }

  @Test
  void knowsAllDocumentedAndDefinedProperties() throws Exception {
    Pattern named =
        Pattern.compile("`-D(streambench\\.\\w+)=|_?PROPERTY =\\s+\"(streambench\\.\\w+)\"");
    try (Stream<Path> sources = Files.walk(Path.of("src/main/java"))) {
      for (Path file :
          Stream.concat(Stream.of(Path.of("docs/settings.md")), sources)
              .filter(Files::isRegularFile)
              .toList()) {
        named
            .matcher(Files.readString(file))
            .results()
            .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
            .forEach(name -> system.setProperty(name, "1"));
      }
    }
    assertThat(system).hasSizeGreaterThan(10);
    assertThat(properties().unknownNames()).isEmpty();
    assertThat(properties("-jvmArgs", "-Dstreambench.stalltimeout=5s -Dmine=1").unknownNames())
        .containsExactly("streambench.stalltimeout");
  }
}
