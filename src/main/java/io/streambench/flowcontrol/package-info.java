/**
 * What happens to HTTP/2 windows while a benchmark runs: accounting on Jetty's flow-control
 * strategy, and capture of Jetty's flow-control debug log.
 *
 * <p>Knows Jetty and Log4j; depends on {@code analysis} and {@code config}.
 */
package io.streambench.flowcontrol;
