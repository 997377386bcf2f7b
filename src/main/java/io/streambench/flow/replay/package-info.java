/**
 * Tracks all windows through the events of a log or a recording, and applies the rule for stalls.
 */
package io.streambench.flow.replay;
