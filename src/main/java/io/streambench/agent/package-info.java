/** The few classes for the boot class path of a JVM that is watched. */
package io.streambench.agent;
