/** Programs and trials with Jetty 12, which the main project's tests run. */
package io.streambench.jetty12;
