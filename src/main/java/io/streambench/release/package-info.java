/** Credit in advance for HTTP/2 sessions that stall, given in the JVM whose sessions they are. */
package io.streambench.release;
