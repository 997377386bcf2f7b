/** One zip of a run folder for a public issue, redacted, and cut around the stall. */
package io.streambench.evidence;
