/** The safe-window rule: when a shared session can stall, and which windows keep it from that. */
package io.streambench.predict;
