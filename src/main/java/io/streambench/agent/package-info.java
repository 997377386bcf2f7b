/**
 * Classes for the boot class path of a JVM that is watched: as few as possible, since they stay
 * there. Knows nothing else of ours.
 */
package io.streambench.agent;
