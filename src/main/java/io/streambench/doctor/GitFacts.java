package io.streambench.doctor;

import io.streambench.doctor.MachineFacts.Answer;
import io.streambench.doctor.MachineFacts.Checkout;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Asks git, if there is one, what is checked out in a folder. Changes nothing there. */
final class GitFacts {
  private static final int PATIENCE_SECONDS = 5;

  private final Path folder;

  GitFacts(Path folder) {
    this.folder = folder;
  }

  Checkout checkout() {
    Optional<String> commit = git("rev-parse", "--short=12", "HEAD");
    Answer dirty =
        git("status", "--porcelain", "--", ".")
            .map(changes -> changes.isEmpty() ? Answer.NO : Answer.YES)
            .orElse(Answer.UNKNOWN);
    return new Checkout(commit, commit.isPresent() ? dirty : Answer.UNKNOWN);
  }

  /** The output of a git command; empty if it does not work, for whatever reason. */
  private Optional<String> git(String... arguments) {
    List<String> command =
        new ArrayList<>(List.of("git", "--no-optional-locks", "-C", folder.toString()));
    command.addAll(List.of(arguments));
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process.getOutputStream().close();
      CompletableFuture.delayedExecutor(PATIENCE_SECONDS, TimeUnit.SECONDS)
          .execute(process::destroyForcibly);
      byte[] said = process.getInputStream().readAllBytes();
      return process.waitFor() == 0
          ? Optional.of(new String(said, StandardCharsets.UTF_8).strip())
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.empty();
    }
  }
}
