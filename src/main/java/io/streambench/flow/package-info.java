/**
 * HTTP/2's flow control: its events and their readers, the recording, the replay, the rule that
 * distinguishes a stall from another silence, and the prediction.
 */
package io.streambench.flow;
