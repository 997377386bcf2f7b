/** Diagnoses hangs from thread dumps of a JVM or a cluster, and from logs. */
package io.streambench.diagnose.judge;
