package io.streambench.bench.fork;

import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.settings.SecretArguments;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** The command that repeats a run. */
public final class Command {
  /** A file in the outcome folder that passes the typed command to the forks. */
  static final String FILE_NAME = "command.txt";

  private Command() {}

  /**
   * Returns the command as it was typed. If that is unknown, returns the command line of this
   * process or, in a fork, of the parent process. Secrets are masked.
   */
  public static String forThisRun(Map<String, String> properties) {
    return Optional.ofNullable(properties.get(OutcomeFile.FOLDER_PROPERTY))
        .flatMap(outcomes -> read(Path.of(outcomes).resolve(FILE_NAME)))
        .or(Command::commandLineOfProcess)
        .map(SecretArguments::maskSecretsIn)
        .orElse("unknown");
  }

  private static Optional<String> read(Path file) {
    try {
      return Optional.of(Files.readString(file));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<String> commandLineOfProcess() {
    Optional<ProcessHandle> typed =
        ForkGuard.isInFork()
            ? ProcessHandle.current().parent()
            : Optional.of(ProcessHandle.current());
    return typed.map(ProcessHandle::info).flatMap(ProcessHandle.Info::commandLine);
  }
}
