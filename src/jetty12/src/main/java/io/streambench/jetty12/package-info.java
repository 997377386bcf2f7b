/** Jetty 12 at both ends of a trial, for the tests of the project two folders up. */
package io.streambench.jetty12;
