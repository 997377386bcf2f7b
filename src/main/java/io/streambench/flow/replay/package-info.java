/** Replays the events of a log or recording, tracks all windows, and finds stalls. */
package io.streambench.flow.replay;
