/** Versions of Jetty: which stall, with which windows, and how fast they are. */
package io.streambench.study.jetty;
