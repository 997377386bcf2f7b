/**
 * Reads flow-control events from this project's recordings or the debug log of Jetty 10 to 12, and
 * finds thread dumps and known messages in logs.
 */
package io.streambench.flow.events;
