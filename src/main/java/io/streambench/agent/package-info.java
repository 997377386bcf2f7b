/**
 * What is put on the boot class path of a JVM that is watched: as little as possible, since it
 * stays there. Knows nothing else of ours.
 */
package io.streambench.agent;
