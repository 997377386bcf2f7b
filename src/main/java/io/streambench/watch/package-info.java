/** Runs inside another JVM: records its flow control, and ends by itself or when it fails. */
package io.streambench.watch;
