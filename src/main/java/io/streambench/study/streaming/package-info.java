/** Streaming over HTTP/1.1 and HTTP/2, and what watching it costs. */
package io.streambench.study.streaming;
