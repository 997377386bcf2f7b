/** Replaces names, addresses and credentials with placeholders. */
package io.streambench.bench.redaction;
