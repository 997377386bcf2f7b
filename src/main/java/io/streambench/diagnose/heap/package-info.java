/** Reads Jetty's HTTP/2 sessions from a heap dump, using only the names of classes and fields. */
package io.streambench.diagnose.heap;
