/** What a measured curve looks like, and how sure that is: pure functions and records. */
package io.streambench.analysis.curve;
