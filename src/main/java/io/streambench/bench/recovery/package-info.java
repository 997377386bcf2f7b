/** The run that recovers replicas: its processes, checks, cost and outcome. */
package io.streambench.bench.recovery;
