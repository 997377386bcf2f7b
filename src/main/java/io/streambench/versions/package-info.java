/** Which released clients stall: resolves them by Maven, and asks each of them. */
package io.streambench.versions;
