/** Gives stalled HTTP/2 sessions credit in advance, from inside their own JVM. */
package io.streambench.diagnose.release;
