package io.streambench.heap;

import java.util.List;

/**
 * A thread of a dump, for people.
 *
 * @param id as thread dumps show it behind {@code #}; -1 if it has none, as a virtual one
 * @param untimed whether it waits until another thread wakes it, and not for a time
 * @param stack innermost first; empty if none was written
 */
public record DumpedThread(String name, long id, boolean untimed, List<StackTraceElement> stack) {
  public DumpedThread {
    stack = List.copyOf(stack);
  }

  /** Returns whether it waits until its own client reads. */
  boolean writesAnAnswer() {
    return stack.stream()
        .anyMatch(
            frame ->
                frame.getClassName().endsWith(".HttpOutput")
                    && frame.getMethodName().equals("channelWrite"));
  }
}
