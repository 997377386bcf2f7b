/** Access to running JVMs: the commands of jcmd, and an agent that reports from inside a JVM. */
package io.streambench.diagnose.jvm;
