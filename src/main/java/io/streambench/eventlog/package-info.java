/** Flow-control events, read from recordings of ours or from the debug log of Jetty 10 to 12. */
package io.streambench.eventlog;
