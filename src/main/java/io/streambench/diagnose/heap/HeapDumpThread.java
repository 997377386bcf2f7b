package io.streambench.diagnose.heap;

import java.util.List;

/**
 * A thread of a heap dump, for display.
 *
 * @param id as shown after {@code #} in thread dumps; -1 if it has none, such as a virtual thread
 * @param waitsWithoutTimeout whether it waits without a timeout
 * @param stack innermost frame first; empty if the dump has none
 */
public record HeapDumpThread(
    String name, long id, boolean waitsWithoutTimeout, List<StackTraceElement> stack) {
  public HeapDumpThread {
    stack = List.copyOf(stack);
  }

  /**
   * Returns whether the thread writes a response, and therefore waits until its own client reads.
   */
  boolean isWritingResponse() {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".HttpOutput")
                    && frame.getMethodName().equals("channelWrite"));
  }
}
