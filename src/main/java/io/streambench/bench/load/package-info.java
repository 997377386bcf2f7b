/** A run that sends requests at a rate, counts them and checks their answers. */
package io.streambench.bench.load;
