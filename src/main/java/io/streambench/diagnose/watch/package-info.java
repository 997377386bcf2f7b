/** Runs inside another JVM and records that JVM's flow control. */
package io.streambench.diagnose.watch;
