/** The entry point of the Java agent that is loaded into another JVM. */
package io.streambench.diagnose.agent;
