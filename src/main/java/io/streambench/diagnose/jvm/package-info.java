/** Access to running JVMs, by {@code jcmd} commands and by an agent inside the JVM. */
package io.streambench.diagnose.jvm;
