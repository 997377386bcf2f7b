package io.streambench.recording;

import io.streambench.eventlog.Recorded;

/**
 * A part of a DATA frame whose event is made and not committed yet: it has the time at which the
 * part arrived, and how things stood then, so that whoever commits it may be late.
 */
record HeldPart(StreamAccount stream, Recorded.DataReceived event) {
  int bytes() {
    return event.bytes;
  }
}
