/** The settings of receive windows and of the strategies that send credit. */
package io.streambench.flow.window;
