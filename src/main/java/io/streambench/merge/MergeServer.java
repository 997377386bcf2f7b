package io.streambench.merge;

import java.util.List;

/** Servers that have been started. */
public interface MergeServer extends AutoCloseable {
  /** Their ports, on the loopback interface. */
  List<Integer> ports();
}
