/** Determines which released clients stall: Maven resolves each client, and a probe tests it. */
package io.streambench.bench.versions;
