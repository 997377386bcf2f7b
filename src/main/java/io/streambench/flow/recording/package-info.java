/** Counts and records flow control on HTTP/2 sessions, and captures Jetty's debug log. */
package io.streambench.flow.recording;
