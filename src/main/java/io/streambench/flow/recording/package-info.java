/** Accounting and recording of HTTP/2 windows, and capture of Jetty's debug log. */
package io.streambench.flow.recording;
