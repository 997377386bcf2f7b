/** Reads Jetty's HTTP/2 sessions from a heap dump, by names of classes and fields only. */
package io.streambench.diagnose.heap;
