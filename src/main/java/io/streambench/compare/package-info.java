/** Reads benchmark results, judges whether compared sides differ, and runs studies. */
package io.streambench.compare;
