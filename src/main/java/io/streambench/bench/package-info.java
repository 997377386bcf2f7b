/**
 * The entry points for JMH: thin benchmark and state classes, and the runs that they delegate to.
 *
 * <p>The layer's other packages are parameters, cluster, transport, the life cycle of a fork, its
 * watchdog, and the folder of a run.
 */
package io.streambench.bench;
