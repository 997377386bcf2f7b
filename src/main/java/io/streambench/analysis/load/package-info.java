/** The figures of a load of requests, and whether they can be true together: pure functions. */
package io.streambench.analysis.load;
