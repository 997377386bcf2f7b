package io.streambench.bench.fork;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;

/** Closes what was opened, last first; a failure on the way keeps nothing from being closed. */
public final class Resources implements AutoCloseable {
  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  /** Returns the same resource, which is closed with the others from now on. */
  public <T extends AutoCloseable> T add(T resource) {
    opened.push(resource);
    return resource;
  }

  /** The same, with a failure told in a line: whoever closes in the end has no more to do. */
  public void closeTelling(Consumer<String> out) {
    try {
      close();
    } catch (Exception e) {
      out.accept("# warning: after the run: " + e);
    }
  }

  @Override
  public void close() throws Exception {
    Exception failure = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }
}
