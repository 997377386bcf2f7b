/** Parses thread dumps in all common formats, and finds the threads that read or send data. */
package io.streambench.flow.threads;
