/** Reads flow-control events from our recordings or from the debug log of Jetty 10 to 12. */
package io.streambench.flow.events;
