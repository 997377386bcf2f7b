package io.streambench.cli;

import io.streambench.config.SecretArguments;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;

/**
 * The JVM arguments of the forks. JMH prints them, and writes them into its results, so those with
 * a password go into a file that only its owner can read, which the fork's JVM reads as {@code
 * @file}. Without passwords JMH gets what was typed, and finds the rest as it always does.
 */
final class ForkArguments {
  private static final String FILE = "secret.args";

  private final Options typed;
  private final List<String> append;
  private final Path folder;
  private final List<String> secrets = new ArrayList<>();

  /** The file is in the folder, which lasts as long as the forks do. */
  ForkArguments(Options typed, List<String> append, Path folder) {
    this.typed = typed;
    this.append = append;
    this.folder = folder;
  }

  /**
   * Returns arguments of JMH for a call from a JVM that was started for something else: JMH would
   * hand on that JVM's own, a small heap too, where no {@code -jvmArgs} are typed.
   */
  static List<String> withoutOurs(List<String> typed) {
    List<String> all = new ArrayList<>(typed);
    try {
      if (!new CommandLineOptions(typed.toArray(String[]::new)).getJvmArgs().hasValue()) {
        all.addAll(List.of("-jvmArgs", ""));
      }
      return all;
    } catch (CommandLineOptionException e) {
      throw new IllegalStateException(e); // they were looked at before
    }
  }

  ChainedOptionsBuilder addTo(ChainedOptionsBuilder options) throws IOException {
    // What JMH takes from this JVM when nothing is typed.
    Collection<String> arguments =
        typed.getJvmArgs().orElse(ManagementFactory.getRuntimeMXBean().getInputArguments());
    Collection<String> prepend = typed.getJvmArgsPrepend().orElse(List.of());
    String[] open = open(arguments);
    String[] openPrepend = open(prepend);
    List<String> openAppend = new ArrayList<>(List.of(open(append)));
    if (!secrets.isEmpty()) {
      options.jvmArgs(open);
      if (typed.getJvmArgsPrepend().hasValue()) {
        options.jvmArgsPrepend(openPrepend);
      }
      openAppend.add("@" + written());
    }
    return options.jvmArgsAppend(openAppend.toArray(String[]::new));
  }

  /** Arguments that hold no secret; the others are kept aside. */
  private String[] open(Collection<String> arguments) {
    List<String> open = new ArrayList<>();
    for (String argument : arguments) {
      (SecretArguments.isSecret(argument) ? secrets : open).add(argument);
    }
    return open.toArray(String[]::new);
  }

  private Path written() throws IOException {
    Path file = folder.resolve(FILE);
    if (Files.getFileStore(folder).supportsFileAttributeView("posix")) {
      Files.createFile(
          file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    }
    List<String> lines = secrets.stream().map(ForkArguments::quoted).toList();
    return Files.write(file, lines);
  }

  /** Quotes an argument as the {@code java} command expects it in such a file. */
  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
