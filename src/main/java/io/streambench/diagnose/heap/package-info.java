/** Diagnoses Jetty's HTTP/2 sessions in a heap dump. Classes and fields are found by name. */
package io.streambench.diagnose.heap;
