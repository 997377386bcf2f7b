/** The safe-window rule: when a shared session can stall, and which windows prevent it. */
package io.streambench.flow.predict;
