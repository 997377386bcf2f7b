/** Compares benchmark results, judges whether they differ, and runs studies. */
package io.streambench.compare;
