package io.streambench.bench.fork;

import io.streambench.bench.settings.SecretArguments;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;

/**
 * The JVM arguments of the forks. Since JMH prints arguments and writes them to its results,
 * arguments with secrets go to a Java argument file that only its owner can read. Without secrets,
 * JMH receives the command-line arguments unchanged.
 */
public final class ForkArguments {
  private static final String SECRETS_FILE = "secret.args";

  private ForkArguments() {}

  /**
   * Adds an empty {@code -jvmArgs} if that option is missing. Otherwise JMH would pass this JVM's
   * own arguments, such as a small heap, on to the forks.
   */
  public static List<String> withoutInheritedArguments(List<String> jmhArguments) {
    List<String> all = new ArrayList<>(jmhArguments);
    try {
      if (!new CommandLineOptions(jmhArguments.toArray(String[]::new)).getJvmArgs().hasValue()) {
        all.addAll(List.of("-jvmArgs", ""));
      }
      return all;
    } catch (CommandLineOptionException e) {
      throw new IllegalStateException(e); // the arguments have already been checked
    }
  }

  /** Adds the forks' arguments; secrets go to a file in {@code folder}, which the forks read. */
  public static ChainedOptionsBuilder addForkArguments(
      ChainedOptionsBuilder options,
      Options commandLineOptions,
      List<String> appendedArguments,
      Path folder)
      throws IOException {
    // By default, JMH uses the arguments of this JVM.
    Collection<String> arguments =
        commandLineOptions
            .getJvmArgs()
            .orElse(ManagementFactory.getRuntimeMXBean().getInputArguments());
    Collection<String> prepend = commandLineOptions.getJvmArgsPrepend().orElse(List.of());
    List<String> secrets =
        Stream.of(arguments, prepend, appendedArguments)
            .flatMap(Collection::stream)
            .filter(SecretArguments::isSecret)
            .toList();
    if (secrets.isEmpty()) {
      return options.jvmArgsAppend(appendedArguments.toArray(String[]::new));
    }
    options.jvmArgs(withoutSecrets(arguments.stream()));
    if (commandLineOptions.getJvmArgsPrepend().hasValue()) {
      options.jvmArgsPrepend(withoutSecrets(prepend.stream()));
    }
    String file = "@" + writeSecrets(secrets, folder);
    return options.jvmArgsAppend(
        withoutSecrets(Stream.concat(appendedArguments.stream(), Stream.of(file))));
  }

  private static String[] withoutSecrets(Stream<String> arguments) {
    return arguments.filter(argument -> !SecretArguments.isSecret(argument)).toArray(String[]::new);
  }

  private static Path writeSecrets(List<String> secrets, Path folder) throws IOException {
    Path file = folder.resolve(SECRETS_FILE);
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    List<String> lines = secrets.stream().map(ForkArguments::quote).toList();
    return Files.write(file, lines);
  }

  /** Quotes an argument as the {@code java} command expects it in an argument file. */
  private static String quote(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
