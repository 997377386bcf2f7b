/** Judges hangs without a recording, from thread dumps of one JVM or of a cluster, or from logs. */
package io.streambench.diagnose.judge;
