/** Delivery of one message to many handlers, in one task each or in a single task. */
package io.streambench.bench.dispatch;
