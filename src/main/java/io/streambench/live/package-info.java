/** Jetty's HTTP/2 sessions in the JVM that this runs in, found and read without its types. */
package io.streambench.live;
