/**
 * One zip of a run folder for a public issue: what is recognized is redacted, and it is cut around
 * the stall.
 */
package io.streambench.evidence;
