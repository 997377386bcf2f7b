/** Does the same work for many receivers: in one task each, or in one task for all. */
package io.streambench.bench.dispatch;
