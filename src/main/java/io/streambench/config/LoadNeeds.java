package io.streambench.config;

import java.util.List;
import java.util.OptionalInt;

/** The needs of a load, whatever it sends. */
public interface LoadNeeds extends ClusterNeeds {
  /** How many requests a load has; empty where an operation is a single request. */
  OptionalInt requests();

  /** When they are sent. */
  LoadRate rate();

  /** The oddities that are allowed, a line each. */
  List<String> warnings();
}
