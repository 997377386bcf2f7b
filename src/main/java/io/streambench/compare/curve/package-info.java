/** The shape of a measured curve, and its confidence: pure functions and records. */
package io.streambench.compare.curve;
