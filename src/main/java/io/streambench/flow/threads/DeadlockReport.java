package io.streambench.flow.threads;

import io.streambench.flow.threads.JvmFindings.LockWait;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses the first deadlock that HotSpot reports in a dump. */
final class DeadlockReport {
  private static final Pattern BEGIN =
      Pattern.compile("^Found (?:one|a total of \\d+|\\d+) Java-level");
  private static final Pattern THREAD = Pattern.compile("^\"(.*)\":$");
  private static final Pattern LOCK =
      Pattern.compile(
          "^waiting (?:to lock|for ownable).*?\\b((?:0x)?[0-9a-f]+),? \\(?an? ([^),]+)");
  private static final Pattern HOLDER = Pattern.compile("^(?:in JNI, )?which is held by \"(.*)\"");

  private final DumpBuilder builder;

  /** Whether the current line may belong to a report. */
  boolean isOpen;

  private boolean isFirstReport = true;
  private String thread = "";
  private String lock = "";

  DeadlockReport(DumpBuilder builder) {
    this.builder = builder;
  }

  /** Prepares for the next dump. */
  void reset() {
    isOpen = false;
    isFirstReport = true;
  }

  /** Returns whether a line belongs to a report. If so, processes the line. */
  boolean accept(String line) {
    if (BEGIN.matcher(line).find()) {
      builder.endThread();
      isFirstReport &= !isOpen;
      isOpen = true;
      return true;
    }
    if (!isOpen) {
      return false;
    }
    Matcher named = THREAD.matcher(line);
    Matcher waited = LOCK.matcher(line);
    Matcher held = HOLDER.matcher(line);
    if (named.find()) {
      thread = named.group(1);
      lock = "a lock";
      if (isFirstReport) {
        builder.locks().addReportedWait(new LockWait(thread, lock, "")); // the rest may be missing
      }
    } else if (waited.find()) {
      lock = waited.group(1) + " (a " + waited.group(2).replace('/', '.') + ")";
    } else if (!held.find()) {
      return false;
    } else if (isFirstReport) {
      builder.locks().addReportedWait(new LockWait(thread, lock, held.group(1)));
    }
    return true;
  }
}
