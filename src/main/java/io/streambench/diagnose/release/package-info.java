/** Releases stalled HTTP/2 sessions of this JVM by giving credit in advance. */
package io.streambench.diagnose.release;
