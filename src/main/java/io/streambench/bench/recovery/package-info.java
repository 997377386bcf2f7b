/** The run behind a recovery of replicas: its processes, its checks, its cost, its outcome. */
package io.streambench.bench.recovery;
