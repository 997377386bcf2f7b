/** The same work for many receivers: in a task each, or in one task for all. */
package io.streambench.bench.dispatch;
