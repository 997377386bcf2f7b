/**
 * Reads thread dumps in all common formats, and finds the threads that read streams or send
 * responses.
 */
package io.streambench.flow.threads;
