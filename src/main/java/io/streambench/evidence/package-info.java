/**
 * One zip of a run folder that is safe to attach to a public issue: redacted, and cut around the
 * stall.
 */
package io.streambench.evidence;
