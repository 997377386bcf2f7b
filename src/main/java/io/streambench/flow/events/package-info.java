/**
 * Reads flow-control events from recordings of this project or from the debug log of Jetty 10 to
 * 12.
 */
package io.streambench.flow.events;
