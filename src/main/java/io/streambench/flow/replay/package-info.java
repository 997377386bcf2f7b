/** Replays the events of a log or a recording, tracks all windows, and finds stalls. */
package io.streambench.flow.replay;
