/** Trials with Jetty 12 at both ends, for the main project's tests. */
package io.streambench.jetty12;
