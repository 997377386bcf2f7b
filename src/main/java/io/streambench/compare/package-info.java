/** Compares results: reads them into cells, judges whether sides differ, and runs studies. */
package io.streambench.compare;
