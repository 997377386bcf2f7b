/** Judges hangs without a recording: thread dumps of one JVM or of a cluster, and logs. */
package io.streambench.diagnose.judge;
