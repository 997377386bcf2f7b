/** Predicts whether a merge over a shared session can stall, and which settings prevent it. */
package io.streambench.flow.predict;
