package io.streambench.recording;

import java.util.function.Consumer;
import org.apache.logging.log4j.core.Appender;
import org.apache.logging.log4j.core.LogEvent;
import org.apache.logging.log4j.core.appender.AbstractAppender;
import org.apache.logging.log4j.core.config.Property;

/** Stands before the files of a capture: the first line that cannot be written is the last. */
final class CaptureGuard extends AbstractAppender {
  private final Appender files;
  private final Consumer<String> onFailure;
  private boolean failed;

  /**
   * @param files throws when a line cannot be written
   * @param onFailure told the reason, once
   */
  CaptureGuard(Appender files, Consumer<String> onFailure) {
    super("streambench-capture-guard", null, null, true, Property.EMPTY_ARRAY);
    this.files = files;
    this.onFailure = onFailure;
  }

  /** Called by the one thread of the asynchronous appender. */
  @Override
  public void append(LogEvent event) {
    if (failed) {
      return;
    }
    try {
      files.append(event);
    } catch (RuntimeException e) {
      failed = true;
      onFailure.accept(rootMessage(e));
    }
  }

  private static String rootMessage(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.toString() : cause.getMessage();
  }
}
