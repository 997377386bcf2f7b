/** The agent's entry point, loaded into another JVM. */
package io.streambench.diagnose.agent;
