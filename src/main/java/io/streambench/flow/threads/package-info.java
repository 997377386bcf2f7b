/** Reads thread dumps of all common formats: which threads read streams, which send responses. */
package io.streambench.flow.threads;
