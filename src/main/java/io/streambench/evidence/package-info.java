/** One zip of a run folder for a public issue, redacted, and small enough to attach. */
package io.streambench.evidence;
