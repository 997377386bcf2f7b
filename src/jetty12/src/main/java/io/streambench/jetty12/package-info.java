/**
 * A merge of several HTTP/2 responses that waits for ever, with Jetty 12 at both ends: the source
 * of a log of that version, and of the numbers that a reader of the log must find in it.
 */
package io.streambench.jetty12;
