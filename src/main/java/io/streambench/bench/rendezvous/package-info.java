/**
 * Lets clients on several machines measure together. The clients find each other in the cluster's
 * own ZooKeeper, begin every iteration at the same time, and send their results to the leader.
 * Apart from Apache Curator, the package needs only this project's settings and files.
 */
package io.streambench.bench.rendezvous;
