package io.streambench.bench;

import java.util.Map;

/** What to type to repeat a run. */
public final class Command {
  /** Set by the main of the jar, which knows what was typed. */
  public static final String PROPERTY = "streambench.command";

  private Command() {}

  /** The command as it was typed, or else that of the process which started this one. */
  static String ofThisProcess(Map<String, String> properties) {
    String typed = properties.get(PROPERTY);
    if (typed != null) {
      return typed;
    }
    return (ForkGuard.inFork()
            ? ProcessHandle.current().parent().map(ProcessHandle::info)
            : java.util.Optional.of(ProcessHandle.current().info()))
        .flatMap(ProcessHandle.Info::commandLine)
        .orElse("unknown");
  }
}
