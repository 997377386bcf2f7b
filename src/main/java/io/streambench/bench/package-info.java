/**
 * The entry points for JMH: benchmark and state classes, which delegate to the runs in subpackages.
 *
 * <p>Other subpackages contain parameters, clusters, transport, the life cycle of a fork, its
 * watchdog, and the folder of a run.
 */
package io.streambench.bench;
