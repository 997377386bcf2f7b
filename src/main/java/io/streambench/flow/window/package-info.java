/** Receive windows, and the strategies that give credit. */
package io.streambench.flow.window;
