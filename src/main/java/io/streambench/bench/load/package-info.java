/** A run that sends requests, counts them and checks the responses. */
package io.streambench.bench.load;
