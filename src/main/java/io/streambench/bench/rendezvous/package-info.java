/**
 * Clients on several machines that measure together: they find each other in the cluster's own
 * ZooKeeper, begin every iteration at the same time, and hand over their results. Uses Apache
 * Curator, and only settings and files of this project.
 */
package io.streambench.bench.rendezvous;
