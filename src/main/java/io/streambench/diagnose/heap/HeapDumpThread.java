package io.streambench.diagnose.heap;

import java.util.List;

/**
 * A thread of a heap dump, for display.
 *
 * @param id as shown after {@code #} in thread dumps; -1 if it has none, such as a virtual thread
 * @param stack innermost frame first; empty if the dump has none
 */
public record HeapDumpThread(
    String name, long id, boolean waitsWithoutTimeout, List<StackTraceElement> stack) {

  /** Returns whether the thread is writing a response, and so may wait for its client to read. */
  boolean isWritingResponse() {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".HttpOutput")
                    && frame.getMethodName().equals("channelWrite"));
  }
}
