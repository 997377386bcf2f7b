/**
 * HTTP/2 flow control: events and their readers, recording, replay, prediction, and the rule that
 * distinguishes a stall from other silences.
 */
package io.streambench.flow;
