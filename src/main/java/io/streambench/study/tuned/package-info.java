/**
 * Strategies with dynamic windows, compared with Jetty's own strategy in well configured windows.
 */
package io.streambench.study.tuned;
