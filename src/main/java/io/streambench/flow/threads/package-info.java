/** Reads thread dumps in all common formats: which threads read streams or send responses. */
package io.streambench.flow.threads;
