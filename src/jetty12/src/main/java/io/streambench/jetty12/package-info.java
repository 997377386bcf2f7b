/** Programs over Jetty 12, for the tests of the project two folders up. */
package io.streambench.jetty12;
