/**
 * The observation of HTTP/2 windows while a benchmark runs. It consists of accounting on any
 * flow-control strategy, events of Flight Recorder, and capture of Jetty's debug log.
 */
package io.streambench.recording;
