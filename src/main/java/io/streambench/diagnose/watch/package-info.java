/** Samples the HTTP/2 flow control of another JVM, by an agent inside that JVM. */
package io.streambench.diagnose.watch;
