/** Predicts when a shared session can stall, and which windows prevent a stall. */
package io.streambench.flow.predict;
