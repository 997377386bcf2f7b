package io.streambench.config;

import java.util.OptionalInt;

/** The needs of a load, whatever it sends. */
public interface LoadNeeds extends ClusterNeeds {
  /** The number of requests of a load; empty where an operation is a single request. */
  OptionalInt requests();

  /** The pace at which the requests are sent. */
  LoadRate rate();
}
