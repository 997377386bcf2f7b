/** Programs with Jetty 12 as client and server, which the main project's tests run. */
package io.streambench.jetty12;
