/** Jetty's HTTP/2 sessions in a heap dump, found by names of classes and fields alone. */
package io.streambench.heap;
