/** Runs inside another JVM and records its flow control. */
package io.streambench.diagnose.watch;
