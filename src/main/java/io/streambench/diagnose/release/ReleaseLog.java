package io.streambench.diagnose.release;

import io.streambench.base.TextFormat;
import io.streambench.diagnose.live.ClientSession;

/** Writes the log lines of a release, one for each action. */
final class ReleaseLog {
  private final JvmLog log;
  private boolean isEmpty = true;

  ReleaseLog(JvmLog log) {
    this.log = log;
  }

  private void warn(String sentence, Object... values) {
    isEmpty = false;
    log.warn(TextFormat.of(sentence, values));
  }

  /** Logs that the release continues without the program that started it. */
  void logContinuation(long allowedBytes) {
    warn(
        "release stays active until this JVM ends, or until release --undo: a session without"
            + " window left gets credit in advance, now up to %,d bytes at a time",
        allowedBytes);
  }

  /** Logs the first credit of a session, and how long the session will get credit. */
  void logFirstCredit(ClientSession session, long unreadBytes, boolean isUntilRestart) {
    warn(
        "release: session %s to %s has no window left, and %,d bytes are unread: it gets credit in"
            + " advance%s",
        session.id(),
        session.remoteAddress(),
        unreadBytes,
        isUntilRestart ? "" : " until the streams that are open now have ended");
  }

  void logRestoredWindow(ClientSession session, long bytes) {
    warn(
        "release: session %s to %s has %,d bytes of window again that streams closed early had"
            + " lost",
        session.id(), session.remoteAddress(), bytes);
  }

  void logGarbageCollection(long usedBytes, long limitBytes) {
    warn(
        "release: direct memory is low, %,d of %,d bytes: had garbage collected",
        usedBytes, limitBytes);
  }

  /** Logs the end of the release, unless the release has done nothing. */
  void logEnd(String reason, long givenBytes) {
    if (!isEmpty) {
      warn("release ended, %s: %,d bytes of credit were given in advance", reason, givenBytes);
    }
  }

  void logFailure(String reason, long givenBytes) {
    warn("release failed: %s; %,d bytes of credit were given in advance", reason, givenBytes);
  }
}
