/**
 * The same work for many receivers: in a task each, or in one task for all.
 *
 * <p>{@link io.streambench.dispatch.Dispatch} is all that others need.
 */
package io.streambench.dispatch;
