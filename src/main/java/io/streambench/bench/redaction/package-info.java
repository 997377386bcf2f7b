/** Replaces names, addresses and credentials by placeholders. */
package io.streambench.bench.redaction;
