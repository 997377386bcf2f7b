/** Delivery of the same value to many receivers, in one task each or in a single task. */
package io.streambench.bench.dispatch;
