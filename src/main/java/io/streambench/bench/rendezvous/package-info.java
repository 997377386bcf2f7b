/**
 * Clients on several machines that measure together: they find each other in the cluster's own
 * ZooKeeper, begin every iteration at the same time, and hand over what they have measured. Knows
 * Apache Curator, and of the rest of the house only settings and files.
 */
package io.streambench.bench.rendezvous;
