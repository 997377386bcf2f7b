/**
 * HTTP/2 flow control: reading and recording its events, replaying them, and detecting and
 * predicting stalls.
 */
package io.streambench.flow;
