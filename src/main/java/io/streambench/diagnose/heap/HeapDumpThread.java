package io.streambench.diagnose.heap;

import java.util.List;

/**
 * A thread in a heap dump, for display.
 *
 * @param id the number after {@code #} in thread dumps; -1 if none, as for virtual threads
 * @param stack innermost frame first; empty if the dump has none
 */
public record HeapDumpThread(
    String name, long id, boolean isWaitingIndefinitely, List<StackTraceElement> stack) {

  /** Returns whether the thread is writing a response, which may block until its client reads. */
  boolean isWritingResponse() {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".HttpOutput")
                    && frame.getMethodName().equals("channelWrite"));
  }
}
