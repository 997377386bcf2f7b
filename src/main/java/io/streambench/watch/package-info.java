/**
 * Runs inside a JVM that was not prepared for it, next to an application: records its flow control
 * and ends by itself. What fails here ends the watch, and nothing else.
 */
package io.streambench.watch;
