package io.streambench.strategy;

/** A place where figures are shown. */
interface MetricsSink {
  /**
   * Shows a bean from now on.
   *
   * @param type what it tells of
   * @param name of its subject; empty if there is only one
   */
  void show(String type, String name, Object bean) throws Exception;

  /** Shows it no longer; one that is not shown is no error. */
  void hide(String type, String name) throws Exception;
}
